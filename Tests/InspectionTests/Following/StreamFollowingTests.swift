import Inspection
import TLS
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct StreamFollowingTests {
    @Test func `delivers both sides in turn, each byte once, despite duplicates and reordering`() {
        var builder = PacketBuilder()
        builder.handshake()
        let request = Sample.request
        let body = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let response = bytes("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n") + body
        builder.send(.client, at: 0, request.prefix(10))
        builder.send(.client, at: 10, request.dropFirst(10))
        let starts = Array(stride(from: 0, to: response.count, by: 500))
        // Of four segments, the second arrives last and the third twice.
        for start in [starts[0], starts[2], starts[3], starts[1], starts[2]] + starts[4...] {
            builder.send(.server, at: start, response[start...].prefix(500), ack: request.count)
        }
        builder.send(.client, at: request.count, request, ack: response.count)
        builder.close(up: 2 * request.count, down: response.count)
        #expect(
            builder.follow() == [
                .said(request, byClient: true), .said(response, byClient: false),
                .said(request, byClient: true),
            ]
        )
        #expect(builder.follow(1).isEmpty)
    }

    @Test func `reports a gap at its position`() {
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, Sample.request)
        builder.send(.server, at: 0, Sample.head)
        builder.send(.server, at: Sample.head.count + 4, bytes("456789"))
        builder.send(.server, at: Sample.head.count + 10, bytes("cut off"), keep: 43)
        builder.close(up: Sample.request.count, down: Sample.head.count + 17)
        #expect(
            builder.follow() == [
                .said(Sample.request, byClient: true), .said(Sample.head, byClient: false),
                .missing(4, ofClient: false), .said(bytes("456789cut"), byClient: false),
                .missing(4, ofClient: false),
            ]
        )
    }

    @Test func `follows unknown protocols, and connections without a handshake`() {
        var builder = PacketBuilder()
        builder.send(.server, at: 0, bytes("220 ready\r\n"))
        builder.send(.client, at: 0, [0, 255, 1])
        #expect(
            builder.follow() == [
                .said(bytes("220 ready\r\n"), byClient: false), .said([0, 255, 1], byClient: true),
            ]
        )
    }

    @Test func `follows only the requested connection`() {
        var builder = PacketBuilder()
        for port in 0..<3 {
            builder.clientPort = 40_000 + UInt16(port)
            builder.send(.client, at: 0, bytes("hello \(port)"))
        }
        #expect(builder.follow(1) == [.said(bytes("hello 1"), byClient: true)])
    }

    @Test(arguments: [TLSVersion.tls12, .tls13])
    func `delivers decrypted data with keys, and raw data without`(_ version: TLSVersion)
        throws
    {
        var session = try RecordedSession.withExchange(version, body: 400_000)
        try session.exchange(body: 5)
        session.builder.close(up: session.up, down: session.down)
        func exchange(_ count: Int) -> [Listener.Passage] {
            let body = [UInt8](repeating: 7, count: count)
            return [
                .said(RecordedSession.request, byClient: true),
                .said(RecordedSession.head(count) + body, byClient: false),
            ]
        }
        #expect(session.builder.follow(keys: session.bench.keys) == exchange(400_000) + exchange(5))
        // The log has none of its secrets: all TCP data, although it is held back at first.
        let closed = session.builder.follow()
        for isClient in [true, false] {
            let heard = closed.reduce(0) { count, passage in
                guard case .said(let bytes, isClient) = passage else { return count }
                return count + bytes.count
            }
            #expect(heard == (isClient ? session.up : session.down))
        }
        guard case .said(let hello, byClient: true)? = closed.first else {
            Issue.record("the client is not heard first")
            return
        }
        #expect(hello.first == 0x16)
    }

    @Test func `lost TLS records leave a gap in the plaintext`() throws {
        var session = try RecordedSession.withExchange(.tls13, body: 200_000)
        session.builder.packets.remove(at: session.builder.packets.count - 40)
        let heard = session.builder.follow(keys: session.bench.keys)
        let counts = heard.map { passage in
            switch passage {
            case .said(let bytes, _): bytes.count
            case .missing(let count, _): count
            }
        }
        #expect(
            counts.reduce(0, +) == RecordedSession.request.count + RecordedSession.head(200_000).count
                + 200_000
        )
        #expect(heard.contains { if case .missing(let count, false) = $0 { count > 0 } else { false } })
    }

    @Test func `follows proxied traffic from the first byte, decrypted`() throws {
        let session = try RecordedSession.withExchange(.tls13, body: 3000)
        let ask = bytes(
            "CONNECT \(RecordedSession.host):443 HTTP/1.1\r\nHost: \(RecordedSession.host)\r\n\r\n"
        )
        let agree = bytes("HTTP/1.1 200 Connection established\r\n\r\n")
        var builder = PacketBuilder()
        builder.handshake()
        builder.send(.client, at: 0, ask)
        builder.send(.server, at: 0, agree, ack: ask.count)
        // The session's own segments, after the exchange with the proxy.
        for packet in session.builder.packets.dropFirst(3) where packet.bytes.count > 40 {
            let isClient = packet.bytes[22] == 0 && packet.bytes[23] == 80
            let sequence = packet.bytes[24..<28].reduce(0) { $0 << 8 | Int($1) }
            let offset = sequence - Int(isClient ? builder.clientStart : builder.serverStart)
            builder.send(
                isClient ? .client : .server,
                at: offset + (isClient ? ask.count : agree.count),
                packet.bytes.dropFirst(40)
            )
        }
        #expect(
            builder.follow(keys: session.bench.keys) == [
                .said(ask, byClient: true), .said(agree, byClient: false),
                .said(RecordedSession.request, byClient: true),
                .said(RecordedSession.head(3000) + [UInt8](repeating: 7, count: 3000), byClient: false),
            ]
        )
    }

    @Test func `follows mutated packets to the end without changing the inspection`() throws {
        let session = try RecordedSession.withExchange(.tls13, body: 30_000)
        var counter: UInt64 = 5
        func random(below limit: Int) -> Int {
            counter += 1
            return Int(SplitMix.mixed(counter) % UInt64(limit))
        }
        for _ in 0..<100 {
            var builder = session.builder
            for _ in 0...random(below: 3) {
                let index = random(below: builder.packets.count)
                builder.packets[index].bytes[random(below: builder.packets[index].bytes.count)] ^= 0x55
            }
            let listener = Listener()
            let followed = builder.inspect(keys: session.bench.keys, follower: listener)
            #expect(followed.exchanges == builder.inspect(keys: session.bench.keys).exchanges)
            #expect(followed.flows == builder.inspect(keys: session.bench.keys).flows)
            #expect(
                listener.passages.allSatisfy {
                    if case .missing(let count, _) = $0 { count > 0 } else { true }
                }
            )
        }
    }

    /// The request never ends, so the start of its end of the WebSocket is unknown.
    @Test func `follows unreadable data without changing its figures`()
        throws
    {
        var builder = PacketBuilder()
        builder.handshake()
        let asked = bytes("GET /chat HTTP/1.1\r\nUpgrade: websocket\r\n")
        let agreed = bytes(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
        )
        let (frame, greeting): ([UInt8], [UInt8]) = ([0x81, 0x82, 1, 2, 3, 4, 9, 9], [0x81, 2, 72, 105])
        builder.send(.client, at: 0, asked)
        builder.send(.server, at: 0, agreed)
        builder.send(.client, at: asked.count, frame)
        builder.send(.server, at: agreed.count, greeting)
        builder.send(.client, at: asked.count + frame.count, frame)
        let listener = Listener()
        let followed = builder.inspect(keys: [], follower: listener)
        #expect(followed.exchanges == builder.inspect().exchanges)
        #expect(followed.exchanges.first?.lastFrame == PacketBuilder.stamp(7))
        #expect(
            listener.passages == [
                .said(asked, byClient: true), .said(agreed, byClient: false), .said(frame, byClient: true),
                .said(greeting, byClient: false), .said(frame, byClient: true),
            ]
        )
    }

    @Test(arguments: [true, false])
    func `following random HTTP data changes no figures`(_ isHTTP2: Bool) {
        var counter: UInt64 = 77
        func random(below limit: Int) -> Int {
            counter += 1
            return Int(SplitMix.mixed(counter) % UInt64(limit))
        }
        let long = [UInt8](repeating: 7, count: 3000)
        let chunked =
            bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nbb8\r\n") + long
            + bytes("\r\n0\r\n\r\n")
        let plain = bytes("HTTP/1.1 200 OK\r\nContent-Length: 3000\r\n\r\n") + long
        for _ in 0..<500 {
            var up = isHTTP2 ? HTTP2ExchangeTests.up : Sample.request + Sample.request + Sample.request
            var down = isHTTP2 ? HTTP2ExchangeTests.down : plain + chunked + Sample.response
            for _ in 0..<random(below: 3) {
                up[random(below: up.count)] = UInt8(random(below: 256))
                down[random(below: min(down.count, 60))] = UInt8(random(below: 256))
            }
            var builder = PacketBuilder()
            builder.handshake()
            let piece = 1 + random(below: 700)
            for start in stride(from: 0, to: up.count, by: piece) {
                builder.send(.client, at: start, up[start...].prefix(piece))
            }
            for start in stride(from: 0, to: down.count, by: piece) where random(below: 30) > 0 {
                builder.send(.server, at: start, down[start...].prefix(piece), ack: up.count)
            }
            builder.close(up: up.count, down: down.count)
            let listener = Listener()
            let followed = builder.inspect(keys: [], follower: listener)
            let alone = builder.inspect()
            #expect(followed.exchanges == alone.exchanges && followed.flows == alone.flows)
            let heard = listener.passages.reduce(0) { count, passage in
                switch passage {
                case .said(let bytes, _): count + bytes.count
                case .missing(let bytes, _): count + bytes
                }
            }
            #expect(heard == up.count + down.count)
        }
    }
}
