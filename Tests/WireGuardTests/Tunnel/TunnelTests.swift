import Testing
import Wire

@testable import WireGuard

struct TunnelTests {
    private typealias End = TunnelPair.End

    @Test func `a first packet waits for the handshake and arrives unchanged`() throws {
        let pair = try TunnelPair()
        let packet = TunnelPair.packet(from: .phone, 7, count: 777)
        pair.send(packet, from: .phone)
        pair.pass()
        #expect(pair.packets == [.server: [packet], .phone: []])
        #expect(pair.datagrams[.server]?.map(\.count) == [148, 784 + 32])
        #expect(pair.datagrams[.phone]?.map(\.count) == [92])
        #expect(pair.events[.phone]?.contains(.handshake(pair.server.publicKey)) == true)
        #expect(pair.events[.server]?.contains(.handshake(pair.phone.publicKey)) == true)
        #expect(pair.server.counts.handshakes == 1)
        #expect(pair.server.counts.received == 1)
        #expect(pair.phone.counts.sent == 1)
    }

    @Test func `packets go both ways, IPv6 too, in the order in which they were sent`() throws {
        let pair = try TunnelPair()
        let there = (0..<5).map { TunnelPair.packet(from: .phone, $0) }
        for packet in there { pair.send(packet, from: .phone) }
        pair.pass()
        let back =
            (0..<5).map { TunnelPair.packet(from: .server, $0) }
            + [TestPacket.v6(from: .v6(high: 1 << 61, low: 9), to: TunnelPair.phoneAddress6)]
        for packet in back { pair.send(packet, from: .server) }
        pair.pass()
        #expect(pair.packets == [.server: there, .phone: back])
        let status = try #require(pair.server.status(of: pair.phone.publicKey))
        #expect(
            status == PeerStatus(endpoint: pair.phoneEndpoint, lastHandshake: .zero, received: 5, sent: 6)
        )
    }

    @Test func `the answering end sends nothing before the peer has shown that it has the keys`() throws {
        let pair = try TunnelPair()
        // The phone's first packet with the new keys is lost.
        pair.fate = { bytes, end in end == .server && bytes[0] == 4 ? [] : [0] }
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        pair.send(TunnelPair.packet(from: .server), from: .server)
        pair.pass()
        #expect(pair.count(.data, to: .phone) == 0)
        pair.fate = { _, _ in [0] }
        pair.send(TunnelPair.packet(from: .phone, 1), from: .phone)
        pair.pass()
        #expect(pair.packets[.phone] == [TunnelPair.packet(from: .server)])
    }

    @Test(arguments: [(true, true), (false, true), (true, false)])
    func `both ends need the same preshared key`(phoneHas: Bool, serverHas: Bool) throws {
        var randomness = TunnelRandomness.seeded(3)
        let secret = try TunnelPresharedKey(&randomness)
        let pair = try TunnelPair(
            phoneSecret: phoneHas ? secret : nil,
            serverSecret: serverHas ? secret : nil
        )
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        #expect((pair.packets[.server]?.count == 1) == (phoneHas == serverHas))
        #expect((pair.phone.counts[.forgedHandshake] == 1) == (phoneHas != serverHas))
    }

    @Test func `both ends may begin at once`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.pass(TunnelPair.second * 200)
        pair.forgetEvents()
        pair.fate = { _, _ in [TunnelPair.second / 10] }
        for end in End.allCases { pair.send(TunnelPair.packet(from: end), from: end) }
        pair.pass(TunnelPair.second)
        for end in End.allCases {
            #expect(pair.packets[end] == [TunnelPair.packet(from: end.other)])
            #expect(pair.count(.initiation, to: end) == 1)
            pair.send(TunnelPair.packet(from: end, 1), from: end)
        }
        pair.pass(TunnelPair.second)
        #expect(pair.packets.values.map(\.count) == [2, 2])
        #expect(pair.refusals(.phone).isEmpty && pair.refusals(.server).isEmpty)
    }

    @Test func `the server sends to the address where it last heard the phone`() throws {
        let pair = try TunnelPair()
        pair.connect()
        let old = pair.phoneEndpoint
        pair.phoneEndpoint = TunnelEndpoint(address: .v6(high: 0x2001_0DB8 << 32, low: 5), port: 9)
        pair.send(TunnelPair.packet(from: .server, 1), from: .server)
        pair.pass()
        #expect(pair.packets[.phone] == [])
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        pair.send(TunnelPair.packet(from: .server, 2), from: .server)
        pair.pass()
        #expect(pair.packets[.phone] == [TunnelPair.packet(from: .server, 2)])
        #expect(pair.server.status(of: pair.phone.publicKey)?.endpoint == pair.phoneEndpoint)
        // Forged and repeated datagrams from elsewhere do not lead it astray.
        let seen = try #require(pair.datagrams[.server]?.last)
        #expect(pair.deliver(seen, to: .server, from: old) == [.replayedPacket])
        #expect(pair.deliver(Array(seen.dropLast()) + [1], to: .server, from: old) == [.forgedPacket])
        #expect(pair.server.status(of: pair.phone.publicKey)?.endpoint == pair.phoneEndpoint)
    }

    @Test func `padding reaches a multiple of 16 but not beyond the MTU`() throws {
        let pair = try TunnelPair()
        pair.connect()
        for (count, padded) in [(24, 32), (32, 32), (33, 48), (1409, 1420), (1420, 1420), (1500, 1500)] {
            pair.forgetEvents()
            let packet = TunnelPair.packet(from: .phone, 1, count: count)
            pair.send(packet, from: .phone)
            pair.pass()
            #expect(pair.datagrams[.server]?.map(\.count) == [padded + 32])
            #expect(pair.packets[.server] == [packet])
        }
    }

    @Test func `a session whose numbers are used up is replaced`() throws {
        let keys = SessionKeys(
            localIndex: 1,
            remoteIndex: 1,
            sending: Bytes32(),
            receiving: Bytes32(),
            isInitiator: true
        )
        let last = try TransportSession(keys, since: .zero, counter: TransportSession.mostMessages - 1)
        #expect(last.canSend(at: .zero))
        let datagram = try last.seal([UInt8]().span.bytes, mtu: 1420)
        #expect(!last.canSend(at: .zero))
        #expect(last.open(datagram.span.bytes, at: .zero) == .success([]))
        #expect(last.open(datagram.span.bytes, at: .zero) == .failure(.replayedPacket))
        let beyond = try last.seal([UInt8]().span.bytes, mtu: 1420)
        #expect(last.open(beyond.span.bytes, at: .zero) == .failure(.expiredSession))
        let over = Instant(nanoseconds: ProtocolTimes.rejectAfter)
        #expect(last.open(datagram.span.bytes, at: over) == .failure(.expiredSession))
    }
}
