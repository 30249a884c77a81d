import HTTP
import HTTP3
import TLS
import Testing
import Wire

@Suite("HTTP/3 sessions over memory")
struct HTTP3SessionTests {
    private static let get = HTTPRequestHead(
        method: "GET",
        target: "/a.png",
        version: .http3,
        fields: ["Host": HTTP3Pair.host, "Accept": "*/*"]
    )

    private func served(_ size: Int, _ pair: HTTP3Pair) {
        pair.answer = { pair, server, stream, _ in
            let fields: HTTPFields = ["Content-Length": "\(size)"]
            pair.supplies[stream] = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
            try server.respond(HTTPResponseHead(status: 200, fields: fields), on: stream, hasBody: true)
        }
    }

    @Test("a request is answered whole after one round trip for the handshake and one for itself")
    func answers() throws {
        let pair = try HTTP3Pair()
        served(1000, pair)
        try pair.run { pair.isReady }
        #expect(pair.now == Instant(nanoseconds: 20_000_000))
        let stream = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(stream) }
        // The library spreads what it sends over the round trip.
        #expect(pair.now >= Instant(nanoseconds: 40_000_000) && pair.now < Instant(nanoseconds: 45_000_000))
        #expect(pair.heads[stream]?.status == 200)
        #expect(pair.contents[stream]?.count == 1000)
        #expect(pair.requests[stream]?.fields["Host"] == HTTP3Pair.host)
        #expect(pair.marks.filter { $0.stream == stream }.map(\.content).reduce(0, +) == 1000)
        #expect(pair.marks.last { $0.stream == stream }?.isLast == true)
    }

    @Test("three megabytes arrive unchanged, whatever is lost", arguments: [UInt64](1...10))
    func arrives(seed: UInt64) throws {
        let pair = try HTTP3Pair()
        served(3_000_000, pair)
        pair.loses = { SplitMix.mixed(seed &* 1_000_003 &+ UInt64($0)) % 50 == 0 }
        try pair.run { pair.isReady }
        let stream = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(stream) }
        #expect(pair.contents[stream] == (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
    }

    @Test("a small answer arrives whole, whichever datagram is lost", arguments: 0..<24)
    func oneLoss(number: Int) throws {
        let pair = try HTTP3Pair()
        pair.loses = { $0 == number }
        served(2890, pair)
        try pair.run { pair.isReady }
        let stream = try pair.client.request(Self.get)
        try pair.run { !pair.closed.isEmpty }
        #expect(pair.ended == [stream])
        #expect(pair.contents[stream]?.count == 2890)
    }

    @Test("a hundred requests share the connection")
    func shares() throws {
        let pair = try HTTP3Pair()
        served(10_000, pair)
        try pair.run { pair.isReady }
        let streams = try (0..<100).map { _ in try pair.client.request(Self.get) }
        try pair.run { pair.ended.count == 100 }
        #expect(streams.allSatisfy { pair.contents[$0]?.count == 10_000 })
    }

    @Test("a client is asked to try again before the server keeps anything of it")
    func retries() throws {
        let pair = try HTTP3Pair(retries: true)
        served(10, pair)
        try pair.run { pair.isReady }
        #expect(pair.now == Instant(nanoseconds: 40_000_000))
        let stream = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(stream) }
        #expect(pair.contents[stream]?.count == 10)
    }

    @Test("a server whose authority the client does not trust gets no request")
    func mistrusts() throws {
        let pair = try HTTP3Pair(trusts: false)
        try pair.run { pair.client.isOver }
        #expect(pair.client.isOver)
        #expect(!pair.isReady)
        #expect(pair.client.mistrust == .unknownAuthority)
    }

    @Test("a stream that the server resets ends with its code, and the others continue")
    func resets() throws {
        let pair = try HTTP3Pair()
        pair.answer = { pair, server, stream, _ in
            pair.supplies[stream] = stream == 0 ? nil : [1, 2, 3]
            try server.respond(HTTPResponseHead(status: 200, fields: [:]), on: stream, hasBody: true)
            if stream == 0 { server.reset(stream, .internalError) }
        }
        try pair.run { pair.isReady }
        let cut = try pair.client.request(Self.get)
        let whole = try pair.client.request(Self.get)
        try pair.run { pair.closed[cut] != nil && pair.ended.contains(whole) }
        #expect(pair.closed[cut] == .internalError)
        #expect(pair.contents[whole] == [1, 2, 3])
    }

    @Test("the secrets of a connection are logged in the usual form")
    func logs() throws {
        let pair = try HTTP3Pair()
        try pair.run { pair.isReady }
        let labels = Set(pair.keyLog.lines.compactMap { $0.split(separator: " ").first.map(String.init) })
        #expect(labels.isSuperset(of: ["CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_TRAFFIC_SECRET_0"]))
        #expect(
            pair.keyLog.lines.allSatisfy {
                $0.split(separator: " ").map(\.count)[1...] == [64, 64]
                    || $0.split(separator: " ")[2].count == 96
            }
        )
    }

    @Test("a later connection resumes the session, and its request goes with the first packets")
    func resumes() throws {
        let pair = try HTTP3Pair()
        served(1000, pair)
        try pair.run { pair.isReady }
        let first = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(first) }
        // The ticket comes last.
        try pair.run(for: 1_000_000_000) { pair.client.resumption != nil }
        let begun = pair.now
        try pair.reconnect(sendsEarlyData: true)
        #expect(pair.client.acceptsRequests)
        let stream = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(stream) }
        #expect(pair.client.isResumed && !pair.hasDeclined)
        #expect(pair.now - begun < 25_000_000)
        #expect(pair.contents[stream]?.count == 1000)
    }

    @Test("without early data a resumed connection is ready after one round trip")
    func resumesLater() throws {
        let pair = try HTTP3Pair()
        served(1000, pair)
        try pair.run { pair.isReady }
        try pair.run(for: 1_000_000_000) { pair.client.resumption != nil }
        try pair.reconnect(sendsEarlyData: false)
        #expect(!pair.client.acceptsRequests)
        try pair.run { pair.isReady }
        #expect(pair.client.isResumed)
    }

    @Test("a server that does not know the ticket declines early data, and the request is made again")
    func declines() throws {
        let pair = try HTTP3Pair()
        served(1000, pair)
        try pair.run { pair.isReady }
        try pair.run(for: 1_000_000_000) { pair.client.resumption != nil }
        try pair.reconnect(sendsEarlyData: true, toNewServer: true)
        _ = try pair.client.request(Self.get)
        try pair.run { pair.isReady }
        #expect(pair.hasDeclined && !pair.client.isResumed)
        let stream = try pair.client.request(Self.get)
        try pair.run { pair.ended.contains(stream) }
        #expect(pair.contents[stream]?.count == 1000)
    }
}
