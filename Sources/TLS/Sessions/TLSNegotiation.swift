/// What the two ends agreed on.
package struct TLSNegotiation: Hashable, Sendable {
    package var version: TLSVersion
    /// OpenSSL's name for it, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    /// nil where the ends did not negotiate one.
    package var applicationProtocol: String?
    /// The name by which the client asked; nil where it gave none.
    package var serverName: String?
    /// Whether it took up an earlier session, without a certificate.
    package var isResumed: Bool
}
