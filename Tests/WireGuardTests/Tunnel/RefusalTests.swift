import Testing
import Wire

@testable import WireGuard

struct RefusalTests {
    private static let stranger = TunnelEndpoint(address: .v4(0x0808_0808), port: 1)

    /// The pair's first message, which the server has not seen.
    private static func initiation(_ pair: TunnelPair) throws -> [UInt8] {
        let fate = pair.fate
        pair.fate = { _, _ in [] }
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.fate = fate
        return try #require(pair.datagrams[.server]?.last)
    }

    @Test func `a handshake with an unknown key gets no answer`() throws {
        let pair = try TunnelPair()
        pair.server.remove(pair.phone.publicKey)
        let message = try Self.initiation(pair)
        #expect(pair.deliver(message, to: .server) == [.unknownPeer])
        #expect(pair.datagrams[.phone] == [])
        #expect(pair.server.counts[.unknownPeer] == 1)
        #expect(pair.server.counts.initiationsReceived == 1)
    }

    @Test func `a handshake meant for another key gets no answer`() throws {
        let (pair, other) = (try TunnelPair(), try TunnelPair(seed: 50))
        #expect(other.deliver(try Self.initiation(pair), to: .server) == [.meantForAnotherKey])
        #expect(other.datagrams[.phone] == [])
    }

    @Test func `a handshake counts once`() throws {
        let pair = try TunnelPair()
        let message = try Self.initiation(pair)
        #expect(pair.deliver(message, to: .server) == [])
        #expect(pair.count(.response, to: .phone) == 1)
        #expect(pair.deliver(message, to: .server, from: Self.stranger) == [.replayedHandshake])
        pair.pass(1000 * TunnelPair.second)
        #expect(pair.deliver(message, to: .server, from: Self.stranger) == [.replayedHandshake])
        #expect(pair.server.status(of: pair.phone.publicKey)?.endpoint == pair.phoneEndpoint)
    }

    @Test func `an earlier handshake is refused after a later one`() throws {
        let pair = try TunnelPair()
        let early = try Self.initiation(pair)
        pair.fate = { _, _ in [] }
        pair.pass(6 * TunnelPair.second)
        let late = try #require(pair.datagrams[.server]?.last)
        #expect(pair.deliver(late, to: .server) == [])
        pair.pass(TunnelPair.second)
        #expect(pair.deliver(early, to: .server) == [.replayedHandshake])
    }

    @Test func `a peer's handshakes are answered no faster than every 20 ms`() throws {
        let pair = try TunnelPair()
        let early = try Self.initiation(pair)
        pair.fate = { _, _ in [] }
        pair.pass(6 * TunnelPair.second)
        let late = try #require(pair.datagrams[.server]?.last)
        #expect(pair.deliver(early, to: .server) == [])
        #expect(pair.deliver(late, to: .server) == [.tooManyHandshakes])
        pair.now = pair.now + 20_000_000
        #expect(pair.deliver(late, to: .server) == [])
        #expect(pair.count(.response, to: .phone) == 2)
    }

    @Test func `a packet from another's address is refused, though the peer sent it`() throws {
        let pair = try TunnelPair()
        pair.connect()
        let foreign = TestPacket.v4(from: .v4(0x0A09_0003), to: TunnelPair.webAddress)
        pair.send(foreign, from: .phone)
        pair.pass()
        #expect(pair.refusals(.server) == [.foreignSource])
        #expect(pair.events[.server]?.last == .refused(.foreignSource, pair.phone.publicKey))
        #expect(pair.packets[.server] == [])
    }

    @Test func `content that is not a packet is refused`() throws {
        let pair = try TunnelPair()
        pair.connect()
        let session = try #require(pair.session(.phone))
        let packet = TunnelPair.packet(from: .phone)
        for content in [[1], [0x45], Array(packet.dropLast()), [0x60] + [UInt8](repeating: 9, count: 30)] {
            let datagram = try session.seal(content.span.bytes, mtu: content.count)
            #expect(pair.deliver(datagram, to: .server) == [.notIP])
        }
        let datagram = try session.seal(packet.span.bytes, mtu: 1420)
        #expect(pair.deliver(datagram, to: .server) == [])
        #expect(pair.packets[.server] == [packet])
    }

    @Test func `packets that cannot be sent are refused with their reason`() throws {
        let pair = try TunnelPair()
        let cases: [([UInt8], TunnelRefusal)] = [
            (TunnelPair.packet(from: .server), .noEndpoint), ([1, 2, 3], .notIP), ([], .notIP),
            (TestPacket.v4(from: .v4(1), to: .v4(2)), .noPeer),
            (TestPacket.v6(from: .v6(high: 1, low: 1), to: .v6(high: 1, low: 1)), .noPeer),
            (TunnelPair.packet(from: .server, count: 65_500), .tooLong),
        ]
        for (packet, reason) in cases {
            pair.forgetEvents()
            pair.send(packet, from: .server)
            #expect(pair.refusals(.server) == [reason])
        }
        #expect(pair.server.deadline == nil)
    }

    @Test func `a packet can be sent to a peer by its key`() throws {
        let pair = try TunnelPair()
        pair.connect()
        var events: [TunnelEvent] = []
        let packet = TestPacket.v4(from: .v4(1), to: .v4(2))
        pair.server.send(packet.span.bytes, to: pair.phone.publicKey, at: pair.now, into: &events)
        guard case .datagram(let datagram, let endpoint) = try #require(events.first) else {
            Issue.record("no datagram")
            return
        }
        #expect(endpoint == pair.phoneEndpoint)
        #expect(pair.deliver(datagram, to: .phone) == [])
        #expect(pair.packets[.phone] == [packet])
        events = []
        pair.server.send([1].span.bytes, to: pair.phone.publicKey, at: pair.now, into: &events)
        pair.server.send(packet.span.bytes, to: pair.server.publicKey, at: pair.now, into: &events)
        #expect(events == [.refused(.notIP, pair.phone.publicKey), .refused(.noPeer, nil)])
    }

    @Test func `every reason has words`() {
        let words = TunnelRefusal.allCases.map(\.description)
        #expect(Set(words).count == words.count)
        #expect(words.allSatisfy { !$0.isEmpty })
    }
}
