/// A client's offer, and the server that it asks for.
///
/// Malformed extensions are listed and otherwise ignored.
package struct TLSClientHello: Hashable, Sendable {
    /// The version field of the message; clients of TLS 1.3 state 1.2 here.
    package var version: TLSProtocolVersion
    /// 32 bytes that identify the session in key logs.
    package var random: [UInt8]
    package var sessionID: [UInt8]
    package var cipherSuites: [TLSCipherSuite]
    /// Numbers of the extensions, in order.
    package var extensions: [UInt16] = []
    package var serverName: String?
    package var applicationProtocols: [String] = []
    package var supportedVersions: [TLSProtocolVersion] = []
    package var groups: [TLSNamedGroup] = []
    package var pointFormats: [UInt8] = []
    package var signatureSchemes: [UInt16] = []
    /// Only over QUIC.
    package var transportParameters: QUICTransportParameters?
    /// nil without the extension; 0 if the client only requests a ticket.
    package var ticketBytes: Int?

    /// A Client Hello with these fields and no extensions.
    package init(
        version: TLSProtocolVersion,
        random: [UInt8],
        sessionID: [UInt8],
        cipherSuites: [TLSCipherSuite]
    ) {
        self.version = version
        self.random = random
        self.sessionID = sessionID
        self.cipherSuites = cipherSuites
    }

    /// Reads the message's body, without type and length; nil if it is truncated or inconsistent.
    package init?(_ body: RawSpan) {
        guard let version = body.bigEndian16(at: 0), body.byteCount >= 34,
            let session = body.vector8(at: 34), session.count <= 32,
            let suites = body.vector16(at: session.upperBound), suites.count.isMultiple(of: 2),
            let compressions = body.vector8(at: suites.upperBound)
        else { return nil }
        self.version = TLSProtocolVersion(rawValue: version)
        random = body.bytes(in: 2..<34)
        sessionID = body.bytes(in: session)
        cipherSuites = body.numbers(in: suites).map(TLSCipherSuite.init)
        // The oldest clients send no extensions.
        guard compressions.upperBound < body.byteCount else { return }
        guard let list = body.vector16(at: compressions.upperBound) else { return nil }
        let isWhole = TLSExtension.forEach(body, in: list) { take($0, $1) }
        guard isWhole else { return nil }
    }

    private mutating func take(_ number: UInt16, _ content: RawSpan) {
        extensions.append(number)
        switch number {
        case TLSExtension.serverName:
            // Only the first kind of name was ever used.
            if content.vector16(at: 0) != nil, content.byte(at: 2) == 0, let name = content.vector16(at: 3) {
                serverName = content.text(in: name)
            }
        case TLSExtension.applicationProtocols:
            applicationProtocols = TLSExtension.protocols(content)
        case TLSExtension.supportedVersions:
            if let list = content.vector8(at: 0) {
                supportedVersions = content.numbers(in: list).map(TLSProtocolVersion.init)
            }
        case TLSExtension.supportedGroups:
            if let list = content.vector16(at: 0) {
                groups = content.numbers(in: list).map(TLSNamedGroup.init)
            }
        case TLSExtension.pointFormats:
            if let list = content.vector8(at: 0) { pointFormats = content.bytes(in: list) }
        case TLSExtension.signatureAlgorithms:
            if let list = content.vector16(at: 0) { signatureSchemes = content.numbers(in: list) }
        case TLSExtension.sessionTicket:
            ticketBytes = content.byteCount
        case TLSExtension.transportParameters, TLSExtension.draftTransportParameters:
            transportParameters = QUICTransportParameters(content)
        default: break
        }
    }

    package var offersEarlyData: Bool { extensions.contains(TLSExtension.earlyData) }

    /// The newest version that the client supports.
    package var newestVersion: TLSProtocolVersion {
        let offered = supportedVersions.filter { !TLSNumber.isGrease($0.rawValue) }
        return offered.max { $0.rawValue < $1.rawValue } ?? version
    }
}
