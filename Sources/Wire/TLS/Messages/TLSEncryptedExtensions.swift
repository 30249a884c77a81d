/// Choices that a TLS 1.3 server sends encrypted, beside its Server Hello.
package struct TLSEncryptedExtensions: Hashable, Sendable {
    package var applicationProtocol: String?
    package var hasEarlyData = false
    /// Only over QUIC.
    package var transportParameters: QUICTransportParameters?

    /// Reads the message's body; nil if it is truncated.
    package init?(_ body: RawSpan) {
        guard let list = body.vector16(at: 0) else { return nil }
        let isWhole = TLSExtension.forEach(body, in: list) { number, content in
            switch number {
            case TLSExtension.applicationProtocols:
                applicationProtocol = TLSExtension.protocols(content).first
            case TLSExtension.earlyData: hasEarlyData = true
            case TLSExtension.transportParameters, TLSExtension.draftTransportParameters:
                transportParameters = QUICTransportParameters(content)
            default: break
            }
        }
        guard isWhole else { return nil }
    }
}
