import TLS
package import Wire

/// The TLS handshake of one connection, as far as the capture shows it.
package struct CaptureHandshake: Hashable, Sendable {
    /// Most steps kept: a session may renegotiate as long as it lives.
    package static let mostSteps = 64

    package enum Resumption: String, Hashable, Sendable, CaseIterable {
        /// From a session that the server stored.
        case sessionID = "session-id"
        /// From a session ticket that the client stored.
        case ticket
        /// With a key from an earlier session, as in TLS 1.3.
        case preSharedKey = "psk"
    }

    package enum EarlyData: String, Hashable, Sendable, CaseIterable {
        case none, offered, accepted, rejected
    }

    package struct Alert: Hashable, Sendable {
        package var alert: TLSAlert
        package var isFromClient: Bool
        package var stamp: Int64
        package var packet: Int
    }

    package var connection: CaptureConnection
    /// Number of the UDP flow on which QUIC began; nil over TCP.
    package var datagrams: Int?
    /// nil over TCP. Without keys, only the two hello messages of a QUIC handshake can be read.
    package var quic: QUICVersion?
    package var client: Endpoint
    package var server: Endpoint
    /// When the first byte of the first message was seen.
    package var start: Int64
    /// When the client's last message was seen; nil if the handshake did not complete.
    package var end: Int64?
    /// The first Client Hello; nil if the capture lacks it.
    package var offer: TLSClientHello?
    /// nil if the capture lacks the Server Hello, as for the next ones.
    package var version: TLSProtocolVersion?
    package var cipherSuite: TLSCipherSuite?
    package var group: TLSNamedGroup?
    /// nil if none was agreed on, or if it is encrypted and was not decrypted.
    package var applicationProtocol: String?
    package var resumption: Resumption?
    /// True if the server asked for a second Client Hello.
    package var hasRetry = false
    package var earlyData = EarlyData.none
    /// The server's certificates, its own first, if they could be read.
    package var certificates: [CaptureCertificate] = []
    package var alerts: [Alert] = []
    package var steps: [HandshakeStep] = []
    /// Records of application data that were decrypted, and those that were not.
    package var openedRecords = 0
    package var closedRecords = 0

    package init(connection: CaptureConnection, client: Endpoint, server: Endpoint, start: Int64) {
        self.connection = connection
        self.client = client
        self.server = server
        self.start = start
    }

    /// `stream` is the number of a TCP connection.
    package init(stream: Int, client: Endpoint, server: Endpoint, start: Int64) {
        self.init(connection: .tcp(stream), client: client, server: server, start: start)
    }

    /// The number of its TCP connection; nil over QUIC.
    package var stream: Int? { connection.stream }

    /// From the first message's first byte to the client's last message.
    package var duration: Int64? { end.map { $0 - start } }

    /// Why the session failed or ended early; nil without a known failure.
    package var failure: String? {
        if let alert = alerts.first(where: { $0.alert.isFatal }) { return alert.alert.description }
        if quic != nil { return version == nil ? "no answer" : nil }
        return end == nil ? "not finished" : nil
    }

    /// Fingerprint of the client program from its Client Hello, in two conventions.
    package var ja3: String? {
        // JA3 does not distinguish QUIC.
        offer.map { Digest.md5.text(of: Array(TLSFingerprint($0).ja3Text.utf8)) }
    }

    package var ja4: String? {
        guard let offer else { return nil }
        let print = TLSFingerprint(offer, isOverQUIC: quic != nil)
        return [print.ja4Head, Self.short(print.ja4Suites), Self.short(print.ja4Extensions)]
            .joined(separator: "_")
    }

    private static func short(_ text: String) -> String {
        text.isEmpty
            ? String(repeating: "0", count: 12)
            : String(Digest.sha256.text(of: Array(text.utf8)).prefix(12))
    }
}
