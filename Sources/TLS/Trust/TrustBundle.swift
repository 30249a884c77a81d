/// The texts of trusted certificates that programs are pointed to.
package enum TrustBundle {
    /// Where systems keep theirs, Debian's first.
    package static let systemPaths = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        "/etc/ssl/ca-bundle.pem",
    ]

    /// The certificates of one bundle, and those of another behind them.
    package static func joined(_ first: String, _ second: String) -> String {
        first + (first.isEmpty || first.hasSuffix("\n") ? "" : "\n") + second
    }
}
