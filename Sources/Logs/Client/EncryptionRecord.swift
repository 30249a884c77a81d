/// The TLS session of a connection, as the client negotiated it.
package struct EncryptionRecord: Hashable, Sendable {
    /// For example `1.3`.
    package var version: String
    /// Resumed from an earlier session. This saves a round trip with TLS 1.2, and the certificate with TLS
    /// 1.3.
    package var isResumed: Bool

    package init(version: String, isResumed: Bool) {
        self.version = version
        self.isResumed = isResumed
    }
}
