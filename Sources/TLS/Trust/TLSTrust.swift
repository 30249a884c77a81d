/// How programs are told whom to trust: the path of a file, and the variables that lead programs to it.
package struct TLSTrust: Hashable, Sendable {
    /// OpenSSL, curl, Python's requests and git read one file in place of the system's; Node.js adds a file's to its own.
    private static let variables = [
        "SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "GIT_SSL_CAINFO", "NODE_EXTRA_CA_CERTS",
    ]

    /// Everything to trust: `TrustBundle.joined`.
    package var bundlePath: String

    package init(bundlePath: String) {
        self.bundlePath = bundlePath
    }

    /// To be set for a program, in place of its own where it has some.
    package var environment: [String: String] {
        Dictionary(uniqueKeysWithValues: Self.variables.map { ($0, bundlePath) })
    }
}
