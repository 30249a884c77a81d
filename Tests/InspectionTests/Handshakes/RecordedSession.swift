import Inspection
import TLS
import Testing
import Wire

/// A TLS session between two real ends, as packets in a capture.
struct RecordedSession {
    static let now: Int64 = 1_908_000_000
    static let host = "origin.netlab.test"
    /// Payload bytes of a packet.
    static let segment = 1400

    /// State shared by the servers and clients of one test.
    struct Bench {
        let server: TLSServerContext
        let client: TLSClientContext
        let log = KeyLog()

        init(_ parameters: TLSParameters = TLSParameters()) throws {
            let validity = CertificateValidity.days(2, from: RecordedSession.now)
            let authority = try CertificateAuthority(validity: validity)
            let identity = try authority.issue(
                to: CertificateSubject(names: [RecordedSession.host]),
                validity: validity
            )
            server = try TLSServerContext(identity, parameters, keyLog: log)
            client = try TLSClientContext(
                trust: authority.certificatePEM,
                now: RecordedSession.now,
                parameters
            )
        }

        var keys: [UInt8] { Array(log.lines.joined(separator: "\n").utf8) }
    }

    let bench: Bench
    let server: TLSSession
    let client: TLSSession
    var builder = PacketBuilder()
    /// Bytes of each stream so far.
    private(set) var up = 0
    private(set) var down = 0

    init(_ bench: Bench, resuming ticket: TLSTicket? = nil) throws {
        self.bench = bench
        server = try TLSSession(server: bench.server)
        client = try TLSSession(client: bench.client, host: Self.host, resuming: ticket)
        builder.handshake()
        try settle()
    }

    /// Includes an exchange with a body of this many bytes.
    static func withExchange(
        _ version: TLSVersion,
        body: Int,
        protocols: [String] = []
    ) throws -> RecordedSession {
        let parameters = TLSParameters(versions: version...version, applicationProtocols: protocols)
        var session = try RecordedSession(Bench(parameters))
        try session.exchange(body: body)
        return session
    }

    static let request = bytes("GET /a.jpg HTTP/1.1\r\nHost: \(host)\r\n\r\n")

    static func head(_ body: Int) -> [UInt8] { bytes("HTTP/1.1 200 OK\r\nContent-Length: \(body)\r\n\r\n") }

    mutating func exchange(body: Int) throws {
        try client.write(Self.request[...])
        try settle()
        try server.write(Self.head(body)[...], [UInt8](repeating: 7, count: body)[...])
        try settle()
    }

    /// Carries everything that both ends have to send, packet by packet.
    mutating func settle() throws {
        while client.hasCiphertext || server.hasCiphertext {
            let (fromClient, fromServer) = (client.takeCiphertext(), server.takeCiphertext())
            for start in stride(from: 0, to: fromClient.count, by: Self.segment) {
                let piece = Array(fromClient[start...].prefix(Self.segment))
                builder.send(.client, at: up, piece, ack: down)
                up += piece.count
                _ = try server.receive(piece)
            }
            for start in stride(from: 0, to: fromServer.count, by: Self.segment) {
                let piece = Array(fromServer[start...].prefix(Self.segment))
                builder.send(.server, at: down, piece, ack: up)
                down += piece.count
                _ = try client.receive(piece)
            }
        }
    }

    /// Inspects the session; `isOpen` supplies the keys.
    func inspect(isOpen: Bool = true) -> CaptureInspection {
        builder.inspect(keys: isOpen ? bench.keys : [])
    }
}

extension PacketBuilder {
    /// Numbers the packets in order, so that some may have been removed before.
    func inspect(keys: [UInt8], follower: (any StreamFollower)? = nil) -> CaptureInspection {
        var inspector = CaptureInspector(follower: follower)
        inspector.receive(CaptureSecrets(kind: CaptureSecrets.tlsKeyLog, bytes: keys))
        for packet in packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return inspector.finish()
    }
}
