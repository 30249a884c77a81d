import TLS
package import Wire

/// How the two ends of one connection came to speak in secret, as far as the capture shows it.
package struct CaptureHandshake: Hashable, Sendable {
    /// Later steps are not kept: sessions may renegotiate for as long as they live.
    package static let mostSteps = 64

    package enum Resumption: String, Hashable, Sendable, CaseIterable {
        /// By a session that the server kept.
        case sessionID = "session-id"
        /// By a session that the client kept for the server.
        case ticket
        /// By a key from an earlier session, as in TLS 1.3.
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

    /// Of TCP; with QUIC the number of the UDP flow.
    package var stream: Int
    /// nil over TCP. Of a handshake over QUIC anybody can read the two greetings, and nothing else.
    package var quic: QUICVersion?
    package var client: Endpoint
    package var server: Endpoint
    /// When the first byte of the first message was seen.
    package var start: Int64
    /// When the client's last message was seen; nil where the handshake did not come to its end.
    package var end: Int64?
    /// The first Client Hello; nil where the capture lacks it.
    package var offer: TLSClientHello?
    /// nil where the capture lacks the Server Hello, as the next ones are.
    package var version: TLSProtocolVersion?
    package var cipherSuite: TLSCipherSuite?
    package var group: TLSNamedGroup?
    /// nil where none was agreed on, or it is encrypted and was not opened.
    package var applicationProtocol: String?
    package var resumption: Resumption?
    /// True where the server asked for a second Client Hello.
    package var hasRetry = false
    package var earlyData = EarlyData.none
    /// The server's, its own first, where they could be read.
    package var certificates: [CaptureCertificate] = []
    package var alerts: [Alert] = []
    package var steps: [HandshakeStep] = []
    /// Records of application data that were opened, and those that were not.
    package var openedRecords = 0
    package var closedRecords = 0

    package init(stream: Int, client: Endpoint, server: Endpoint, start: Int64) {
        self.stream = stream
        self.client = client
        self.server = server
        self.start = start
    }

    /// From the first message's first byte to the client's last message.
    package var duration: Int64? { end.map { $0 - start } }

    /// Why there is no session, or an early end of it; nil where nothing is known to have gone wrong.
    package var failure: String? {
        if let alert = alerts.first(where: { $0.alert.isFatal }) { return alert.alert.description }
        if quic != nil { return version == nil ? "no answer" : nil }
        return end == nil ? "not finished" : nil
    }

    /// What the Client Hello tells about the program that wrote it, by two customs.
    package var ja3: String? {
        // QUIC makes no difference here.
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
