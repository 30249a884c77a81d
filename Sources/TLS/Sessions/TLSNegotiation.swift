/// The result of a handshake.
package struct TLSNegotiation: Hashable, Sendable {
    package var version: TLSVersion
    /// OpenSSL's name for it, such as `TLS_AES_256_GCM_SHA384`.
    package var cipher: String
    /// nil if the ends did not negotiate one.
    package var applicationProtocol: String?
    /// The server name that the client asked for; nil if it gave none.
    package var serverName: String?
    /// Whether it resumed an earlier session, without a certificate.
    package var isResumed: Bool
}
