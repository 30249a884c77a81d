/// Tells programs which certificates to trust: the path of a file, and the variables that point programs to
/// it.
package struct TLSTrust: Hashable, Sendable {
    /// OpenSSL, curl, Python's requests and git read one file in place of the system's; Node.js adds the file
    /// to its own.
    private static let variables = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS",
    ]

    /// Everything to trust: `TrustBundle.joined`.
    package var bundlePath: String

    package init(bundlePath: String) {
        self.bundlePath = bundlePath
    }

    /// Variables to set for a program, replacing its own values.
    package var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: Self.variables.map { ($0, bundlePath) })
    }
}
