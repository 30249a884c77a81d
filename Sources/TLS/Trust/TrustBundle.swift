/// The texts of trusted certificates for programs.
package enum TrustBundle {
    /// The systems' own bundles, Debian's first.
    package static let systemPaths = [
        "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem",
        "/etc/ssl/ca-bundle.pem",
    ]

    /// The certificates of one bundle followed by those of another.
    package static func joined(_ first: String, _ second: String) -> String {
        first + (first.isEmpty || first.hasSuffix("\n") ? "" : "\n") + second
    }
}
