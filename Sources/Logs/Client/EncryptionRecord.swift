/// The TLS session of a connection, as the client agreed to it.
package struct EncryptionRecord: Hashable, Sendable {
    /// Such as `1.3`.
    package var version: String
    /// It took up where an earlier session left off: with TLS 1.2 a round trip less, with 1.3 no certificate.
    package var isResumed: Bool

    package init(version: String, isResumed: Bool) {
        self.version = version
        self.isResumed = isResumed
    }
}
