import Inspection
import TLS
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct HandshakeTests {
    @Test func `TLS 1.3 shows its hellos, and the rest with keys`() throws {
        let session = try RecordedSession.withExchange(.tls13, body: 10, protocols: ["http/1.1"])
        let closed = try #require(session.inspect(isOpen: false).handshakes.first)
        #expect(closed.offer?.serverName == RecordedSession.host && closed.version == .tls13)
        #expect(closed.cipherSuite?.description == "TLS_AES_256_GCM_SHA384")
        #expect(closed.group?.description == "x25519" && closed.resumption == nil)
        #expect(closed.offer?.applicationProtocols == ["http/1.1"] && closed.applicationProtocol == nil)
        #expect(closed.ja4?.hasPrefix("t13d") == true && closed.ja3?.count == 32)
        #expect(closed.start == PacketBuilder.stamp(4) && closed.end != nil && closed.failure == nil)
        #expect(
            closed.steps.filter { $0.name != "Change Cipher Spec" }.map(\.name) == [
                "Client Hello", "Server Hello", "Finished (encrypted)",
            ]
        )
        let open = try #require(session.inspect().handshakes.first)
        #expect(open.applicationProtocol == "http/1.1" && open.end == closed.end)
        #expect(open.certificates.map(\.subject) == ["CN=origin.netlab.test,O=netlab"])
        #expect(
            open.steps.filter { $0.name != "Change Cipher Spec" }.map(\.name) == [
                "Client Hello", "Server Hello", "Encrypted Extensions", "Certificate", "Certificate Verify",
                "Finished", "Finished", "New Session Ticket", "New Session Ticket",
            ]
        )
        #expect(open.steps.map(\.packet) == open.steps.map(\.packet).sorted())
    }

    @Test func `TLS 1.2 shows its certificate without keys`() throws {
        let session = try RecordedSession.withExchange(.tls12, body: 10, protocols: ["http/1.1"])
        let handshake = try #require(session.inspect(isOpen: false).handshakes.first)
        #expect(handshake.version == .tls12 && handshake.applicationProtocol == "http/1.1")
        #expect(handshake.certificates.map(\.names) == ["DNS:origin.netlab.test"])
        #expect(
            handshake.steps.map(\.name) == [
                "Client Hello", "Server Hello", "Certificate", "Server Key Exchange", "Server Hello Done",
                "Client Key Exchange", "Change Cipher Spec", "Finished (encrypted)", "New Session Ticket",
                "Change Cipher Spec", "Finished (encrypted)",
            ]
        )
        #expect(handshake.duration == PacketBuilder.interval * Int64(handshake.steps[7].packet - 4))
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `estimates sizes and times without keys`(_ version: TLSVersion) throws {
        var session = try RecordedSession.withExchange(version, body: 100_000)
        try session.exchange(body: 30_000)
        let inspection = session.inspect(isOpen: false)
        #expect(inspection.exchanges.isEmpty && inspection.estimates.count == 2)
        let open = session.inspect()
        for (estimate, exchange) in zip(inspection.estimates, open.exchanges) {
            #expect(estimate.requestBytes == exchange.requestBytes)
            #expect(estimate.responseBytes == exchange.headerBytes + exchange.bodyBytes)
            #expect(estimate.requestSent == exchange.requestSent && estimate.lastByte == exchange.lastByte)
            #expect(estimate.serverName == RecordedSession.host)
        }
    }

    /// A PING of HTTP/2 and its answer, with 17 bytes each, and what the client grants in the middle of an answer.
    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `encrypted keep-alive and window-update traffic is no request`(_ version: TLSVersion) throws {
        var session = try RecordedSession.withExchange(version, body: 100_000)
        func ping() throws {
            try session.client.write([UInt8](repeating: 6, count: 17)[...])
            try session.settle()
            try session.server.write([UInt8](repeating: 6, count: 17)[...])
            try session.settle()
        }
        let before = session.inspect(isOpen: false).estimates
        for _ in 0..<3 { try ping() }
        #expect(Array(session.inspect(isOpen: false).estimates) == Array(before))
        try session.client.write(RecordedSession.request[...])
        try session.settle()
        for part in 0..<2 {
            try session.server.write([UInt8](repeating: 7, count: 3000)[...])
            try session.settle()
            if part == 0 {
                try session.client.write([UInt8](repeating: 8, count: 13)[...])
                try session.settle()
            }
        }
        let told = session.inspect(isOpen: false).estimates
        #expect(told.map(\.responseBytes).dropFirst() == [6000])
        #expect(told.map(\.requestBytes).dropFirst() == [RecordedSession.request.count])
    }

    @Test func `a connection with only keep-alives has no exchange`() throws {
        var session = try RecordedSession(RecordedSession.Bench())
        for _ in 0..<3 {
            try session.client.write([0xC0, 0][...])
            try session.settle()
            try session.server.write([0xD0, 0][...])
            try session.settle()
        }
        #expect(session.inspect(isOpen: false).estimates.isEmpty)
    }

    @Test func `a rejected handshake has its alert`() throws {
        let bench = try RecordedSession.Bench()
        // A client that does not know the server's authority.
        let stranger = try TLSClientContext(
            trust: try CertificateAuthority(validity: .days(2, from: RecordedSession.now)).certificatePEM,
            now: RecordedSession.now,
            TLSParameters(versions: .tls12 ... .tls12)
        )
        let server = try TLSSession(server: bench.server)
        let client = try TLSSession(client: stranger, host: RecordedSession.host)
        var builder = PacketBuilder()
        builder.handshake()
        let hello = client.takeCiphertext()
        builder.send(.client, at: 0, hello)
        _ = try server.receive(hello)
        let answer = server.takeCiphertext()
        builder.send(.server, at: 0, answer, ack: hello.count)
        #expect(throws: TLSError.self) { try client.receive(answer) }
        builder.send(.client, at: hello.count, client.takeCiphertext(), ack: answer.count)
        let handshake = try #require(builder.inspect(keys: []).handshakes.first)
        #expect(handshake.failure == "unknown CA" && handshake.end == nil)
        #expect(handshake.alerts.map(\.isFromClient) == [true] && handshake.alerts[0].packet == 6)
    }
}
