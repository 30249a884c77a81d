import Inspection
import TLS
import Testing
import Wire

/// Exchanges inside a connection, after another protocol's opening.
struct TunnelTests {
    private static let connect = bytes(
        "CONNECT origin.netlab.test:443 HTTP/1.1\r\nHost: origin.netlab.test:443\r\n\r\n"
    )
    private static let agreed = bytes("HTTP/1.1 200 Connection established\r\n\r\n")

    /// A connection on which both send these in turns, the client first, in packets of at most `most` bytes.
    private static func builder(_ turns: [[UInt8]], most: Int = 1400) -> PacketBuilder {
        var builder = PacketBuilder()
        builder.handshake()
        var (up, down) = (0, 0)
        for (number, turn) in turns.enumerated() {
            for start in stride(from: 0, to: turn.count, by: most) {
                let piece = Array(turn[start...].prefix(most))
                if number.isMultiple(of: 2) {
                    builder.send(.client, at: up, piece, ack: down)
                    up += piece.count
                } else {
                    builder.send(.server, at: down, piece, ack: up)
                    down += piece.count
                }
            }
        }
        builder.close(up: up, down: down)
        return builder
    }

    private static func inspect(_ turns: [[UInt8]], most: Int = 1400) -> CaptureInspection {
        builder(turns, most: most).inspect()
    }

    @Test(arguments: [1400, 40, 7]) func `reads HTTP through a proxy's tunnel`(_ most: Int) throws {
        let inspection = Self.inspect(
            [Self.connect, Self.agreed, Sample.request, Sample.response],
            most: most
        )
        #expect(inspection.exchanges.map(\.method) == ["CONNECT", "GET"])
        #expect(inspection.exchanges.map(\.order) == [0, 1])
        let inner = try #require(inspection.exchanges.last)
        #expect(inner.url == "http://origin.netlab.test/a.jpg" && inner.bodyBytes == 10 && inner.isComplete)
        #expect(inspection.exchanges[0].handshake != nil && inner.handshake == nil)
        #expect(inspection.flows.map(\.tunnel) == ["origin.netlab.test:443"])
        #expect(inspection.flows.map(\.serverName) == ["origin.netlab.test"])
        #expect(inspection.findings.kept.isEmpty)
        let wire = inspection.flows.reduce(0) { $0 + $1.up.wireBytes + $1.down.wireBytes }
        let counted = inspection.exchanges.reduce(0) { $0 + $1.wireUpBytes + $1.wireDownBytes }
        #expect(counted == wire)
    }

    /// The packets of a TLS session, after a proxy's opening.
    private func tunnelled(
        _ opening: [[UInt8]],
        _ version: TLSVersionUnderTest,
        body: Int
    ) throws -> (PacketBuilder, keys: [UInt8]) {
        let session = try RecordedSession.withExchange(
            version.version,
            body: body,
            protocols: version.protocols
        )
        var builder = PacketBuilder()
        builder.handshake()
        let (up, down) = (opening[0].count, opening[1].count)
        builder.send(.client, at: 0, opening[0])
        builder.send(.server, at: 0, opening[1], ack: up)
        for packet in session.builder.packets.dropFirst(3) {
            let isUp = packet.bytes[22] == 0 && packet.bytes[23] == 80
            let offset = packet.bytes[24..<28].reduce(0) { $0 << 8 | Int($1) } - (isUp ? 1000 : 9000)
            builder.send(
                isUp ? .client : .server,
                at: offset + (isUp ? up : down),
                packet.bytes.dropFirst(40)
            )
        }
        return (builder, session.bench.keys)
    }

    struct TLSVersionUnderTest: Sendable {
        let version: TLSVersion
        let protocols: [String]
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `decrypts HTTPS through a proxy with keys, and estimates it without`(_ version: TLSVersion) throws {
        let (builder, keys) = try tunnelled(
            [Self.connect, Self.agreed],
            TLSVersionUnderTest(version: version, protocols: []),
            body: 100_000
        )
        let opened = builder.inspect(keys: keys)
        let inner = try #require(opened.exchanges.last)
        #expect(opened.exchanges.count == 2)
        #expect(inner.url == "https://\(RecordedSession.host)/a.jpg")
        #expect(inner.bodyBytes == 100_000 && inner.isComplete)
        #expect(opened.handshakes.count == 1)
        #expect(opened.handshakes.first?.offer?.serverName == RecordedSession.host)
        let closed = builder.inspect(keys: [])
        #expect(closed.exchanges.map(\.method) == ["CONNECT"])
        let estimate = try #require(closed.estimates.first)
        #expect(abs(estimate.responseBytes - 100_000) < 1000 && estimate.serverName == RecordedSession.host)
        // They belong to the tunnel, not to another flow.
        let flow = try #require(closed.flows.first)
        #expect(closed.exchanges[0].wireDownBytes == flow.down.wireBytes)
    }

    @Test func `a refused CONNECT can be followed by another`() {
        let refused = bytes("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
        let inspection = Self.inspect([
            Self.connect, refused, Self.connect, Self.agreed, Sample.request, Sample.response,
        ])
        #expect(inspection.exchanges.map(\.status) == [407, 200, 200])
        #expect(inspection.exchanges.map(\.method) == ["CONNECT", "CONNECT", "GET"])
    }

    @Test func `a tunnel with an unknown protocol stays a tunnel`() {
        let inspection = Self.inspect([Self.connect, Self.agreed, [0xFF, 1, 2], [9, 9, 9, 9]])
        #expect(inspection.exchanges.map(\.status) == [200])
        #expect(inspection.findings.kept.isEmpty)
    }

    @Test func `a tunnel with a gap in its first bytes keeps its CONNECT exchange`() {
        var builder = Self.builder([Self.connect, Self.agreed, Sample.request, Sample.response])
        builder.packets.remove(at: 5)
        #expect(builder.inspect().exchanges.first?.status == 200)
    }

    @Test func `reads nested tunnels up to a depth limit`() {
        let many = Array(repeating: [Self.connect, Self.agreed], count: 20).flatMap(\.self)
        let inspection = Self.inspect(many + [Sample.request, Sample.response])
        #expect(inspection.exchanges.count == 5)
        #expect(Self.inspect(Array(many.prefix(4)) + [Sample.request, Sample.response]).exchanges.count == 3)
    }

    // MARK: SOCKS

    private static let name: [UInt8] = [18] + bytes("origin.netlab.test")

    @Test(
        arguments: [
            (
                [[5, 1, 0], [5, 0], [5, 1, 0, 3] + name + [0, 80], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]],
                "origin.netlab.test:80"
            ),
            (
                [
                    [5, 2, 0, 2], [5, 2], [1, 1, 97, 2, 98, 99], [1, 0], [5, 1, 0, 1, 10, 0, 0, 1, 1, 187],
                    [5, 0, 0, 3, 1, 97, 0, 80],
                ], "10.0.0.1:443"
            ),
            (
                [
                    [5, 1, 0], [5, 0], [5, 1, 0, 4] + [UInt8](repeating: 0, count: 15) + [1, 0, 80],
                    [5, 0, 0, 4] + [UInt8](repeating: 0, count: 18),
                ], "[::1]:80"
            ),
            ([[4, 1, 0, 80, 10, 0, 0, 2, 117, 0], [0, 90, 0, 0, 0, 0, 0, 0]], "10.0.0.2:80"),
            (
                [[4, 1, 0, 80, 0, 0, 0, 1, 0] + name.dropFirst() + [0], [0, 90, 0, 0, 0, 0, 0, 0]],
                "origin.netlab.test:80"
            ),
        ] as [([[UInt8]], String)]
    )
    func `reads traffic through a SOCKS proxy as if direct`(
        _ opening: [[UInt8]],
        _ target: String
    ) throws {
        let inspection = Self.inspect(opening + [Sample.request, Sample.response])
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.url == "http://origin.netlab.test/a.jpg" && exchange.isComplete)
        #expect(inspection.flows.map(\.tunnel) == [target])
        #expect(inspection.flows.map(\.content) == [.socks])
        // An opening that lacks a byte never begins a tunnel, wherever it is cut.
        for (turn, said) in opening.enumerated() {
            for length in said.indices {
                var cut = opening
                cut[turn] = Array(said.prefix(length))
                #expect(Self.inspect(cut + [Sample.request, Sample.response]).packets > 0)
            }
        }
    }

    @Test func `a SOCKS proxy that refuses opens no tunnel`() {
        let greeting: [[UInt8]] = [[5, 1, 0], [5, 0], [5, 1, 0, 1, 10, 0, 0, 1, 0, 80]]
        let inspection = Self.inspect(greeting + [[5, 1, 0, 1, 0, 0, 0, 0, 0, 0], Sample.request])
        #expect(inspection.exchanges.isEmpty && inspection.flows.map(\.tunnel) == [nil])
        #expect(Self.inspect([[5, 1, 9], [5, 0xFF], Sample.request]).exchanges.isEmpty)
    }

    @Test func `decrypts HTTPS through SOCKS with keys`() throws {
        var opening: [UInt8] = []
        opening += [4, 1, 1, 187, 0, 0, 0, 1, 0] + Self.name.dropFirst() + [0]
        let (builder, keys) = try tunnelled(
            [opening, [0, 90, 0, 0, 0, 0, 0, 0]],
            TLSVersionUnderTest(version: .tls13, protocols: []),
            body: 5000
        )
        let inspection = builder.inspect(keys: keys)
        #expect(inspection.exchanges.map(\.url) == ["https://\(RecordedSession.host)/a.jpg"])
        #expect(inspection.exchanges.map(\.isComplete) == [true])
    }

    @Test(arguments: [0, 6]) func `reads SOCKS on a connection opened by the proxy`(_ words: Int) throws {
        // The end that opened the connection sends second, after an opening of its own.
        let inspection = Self.inspect([
            [UInt8](repeating: 0x8D, count: words), [5, 1, 0], [5, 0], [5, 1, 0, 1, 10, 0, 0, 1, 0, 80],
            [5, 0, 0, 1, 0, 0, 0, 0, 0, 0], Sample.request, Sample.response,
        ])
        let exchange = try #require(inspection.exchanges.first)
        #expect(exchange.url == "http://origin.netlab.test/a.jpg" && exchange.isComplete)
        #expect(exchange.client.address == .v4(PacketBuilder.serverAddress))
        #expect(inspection.flows.map(\.tunnel) == ["10.0.0.1:80"])
        #expect(inspection.flows.map(\.client.port) == [80])
    }

    @Test func `server bytes that resemble a SOCKS greeting do not make a proxy`() {
        let inspection = Self.inspect([[1], [5, 1, 9], [5, 0], [5, 1, 0, 1, 10, 0, 0, 1, 0, 80]])
        #expect(inspection.flows.map(\.content) == [.unknown])
        #expect(inspection.flows.map(\.server.port) == [80])
    }

    // MARK: Encryption that was agreed on

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `finds TLS after another protocol's STARTTLS`(_ version: TLSVersion) throws {
        let (builder, keys) = try tunnelled(
            [bytes("a STARTTLS\r\n"), bytes("a OK\r\n")],
            TLSVersionUnderTest(version: version, protocols: []),
            body: 50_000
        )
        let opened = builder.inspect(keys: keys)
        #expect(opened.handshakes.map(\.offer?.serverName) == [RecordedSession.host])
        #expect(opened.flows.map(\.content) == [.tls])
        #expect(opened.flows.map(\.serverName) == [RecordedSession.host])
        let exchange = try #require(opened.exchanges.first)
        #expect(exchange.bodyBytes == 50_000 && exchange.isComplete)
        let closed = builder.inspect(keys: [])
        #expect(closed.handshakes.first?.version == (version == .tls12 ? .tls12 : .tls13))
        #expect(closed.handshakes.first?.end != nil)
        // The words of mail servers and databases are not HTTP exchanges.
        #expect(closed.estimates.isEmpty && closed.exchanges.isEmpty && closed.findings.kept.isEmpty)
    }

    @Test func `a record that resembles a Client Hello starts no handshake`() {
        let almost: [UInt8] = [0x16, 3, 1, 0, 60, 1, 0, 0, 57, 3, 3] + [UInt8](repeating: 0, count: 54)
        let inspection = Self.inspect([[1, 2, 3], [4], almost, [5]])
        #expect(inspection.flows.map(\.content) == [.unknown] && inspection.handshakes.isEmpty)
    }

    // MARK: HTTP/2 by upgrade

    /// Two exchanges; the first one was requested over HTTP/1.
    private static let upgraded: [[UInt8]] = {
        let ask = bytes(
            "GET /a.jpg HTTP/1.1\r\nHost: h\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n"
        )
        let agreed = bytes("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n")
        let settings: [UInt8] = [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let preface = bytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
        let answer: [UInt8] = [0, 0, 1, 1, 4, 0, 0, 0, 1, 0x88, 0, 0, 4, 0, 1, 0, 0, 0, 1] + bytes("body")
        let second: [UInt8] = [0, 0, 4, 1, 5, 0, 0, 0, 3, 0x82, 0x86, 0x84, 0x41 & 0x3F | 0x80]
        return [ask, agreed + settings + answer, preface + settings + second, settings]
    }()

    @Test func `an HTTP/1 request upgraded to HTTP/2 is one exchange, and HTTP/2 follows`() throws {
        let turns = Self.upgraded
        for most in [1400, 11] {
            let inspection = Self.inspect(turns, most: most)
            let first = try #require(inspection.exchanges.first)
            #expect(first.method == "GET" && first.url == "http://h/a.jpg")
            #expect(first.status == 200 && first.bodyBytes == 4 && first.isComplete)
            #expect(first.httpStream == 1 && first.version == "HTTP/2.0" && first.handshake != nil)
            #expect(first.firstByte ?? 0 > first.requestSent ?? .max)
            #expect(inspection.exchanges.count == 2)
            #expect(inspection.exchanges.last?.httpStream == 3)
        }
    }

    @Test func `every byte of a connection upgraded to HTTP/2 counts for exactly one exchange`() throws {
        let turns = Self.upgraded
        let plain = [Sample.request, Sample.response]
        for (said, most) in [(turns, 1400), (turns, 11), (plain + turns, 1400), (plain + turns, 70)] {
            let inspection = Self.inspect(said, most: most)
            let flow = try #require(inspection.flows.first)
            let exchanges = inspection.exchanges
            #expect(exchanges.map(\.wireUpBytes).reduce(0, +) == flow.up.wireBytes)
            #expect(exchanges.map(\.wireDownBytes).reduce(0, +) == flow.down.wireBytes)
        }
    }

    @Test func `the packet that accepts HTTP/2 belongs to the upgraded exchange's response`() {
        let exchanges = Self.inspect([Sample.request, Sample.response] + Self.upgraded).exchanges
        #expect(exchanges.count == 3)
        // The answer to the SYN also belongs to the first exchange.
        #expect(exchanges[0].wireDownBytes == 40 + 40 + Sample.response.count)
        #expect(exchanges[1].wireDownBytes > Self.upgraded[1].count)
    }
}
