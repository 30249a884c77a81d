import Testing
import Wire

@testable import WireGuard

struct TunnelTimeTests {
    private static let second = TunnelPair.second

    @Test func `keys change every two minutes while packets go, and none is lost`() throws {
        let pair = try TunnelPair()
        for number in 0..<3 * 3600 as Range<UInt32> {
            pair.send(TunnelPair.packet(from: .phone, number), from: .phone)
            pair.pass(Self.second)
        }
        #expect(pair.packets[.server]?.compactMap { TestPacket.number($0) } == Array(0..<3 * 3600))
        // The first packet after 120 s begins the next handshake.
        #expect(pair.count(.initiation, to: .server) == 90)
        #expect(pair.count(.initiation, to: .phone) == 0)
        #expect(pair.refusals(.server).isEmpty)
    }

    @Test func `an end that only receives changes keys, too`() throws {
        let pair = try TunnelPair()
        pair.connect()
        for number in 0..<600 as Range<UInt32> {
            pair.send(TunnelPair.packet(from: .server, number), from: .server)
            pair.pass(Self.second)
        }
        #expect(pair.packets[.phone]?.count == 600)
        #expect(pair.count(.initiation, to: .phone) == 0)
        // Its empty packets are as good as others: the first after 120 s begins the handshake.
        #expect(pair.count(.initiation, to: .server) == 5)
    }

    @Test func `a packet that comes shortly before the keys are too old begins a handshake`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.pass(164 * Self.second)
        pair.fate = { bytes, end in end == .server ? [] : [0] }
        pair.send(TunnelPair.packet(from: .server, 1), from: .server)
        pair.pass()
        #expect(pair.count(.initiation, to: .server) == 0)
        pair.pass(Self.second)
        for number in 2..<5 as Range<UInt32> {
            pair.send(TunnelPair.packet(from: .server, number), from: .server)
            pair.pass()
        }
        #expect(pair.count(.initiation, to: .server) == 1)
    }

    @Test func `a handshake without an answer is repeated every five seconds for 90 s`() throws {
        let pair = try TunnelPair()
        pair.fate = { _, _ in [] }
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass(89 * Self.second)
        #expect((16...18).contains(pair.count(.initiation, to: .server)))
        pair.pass(12 * Self.second)
        #expect(pair.events[.phone]?.last == .unanswered(pair.server.publicKey))
        #expect(pair.refusals(.phone) == [.noAnswer])
        pair.forgetEvents()
        pair.pass(1000 * Self.second)
        #expect(pair.datagrams[.server] == [])
        #expect(pair.phone.deadline == nil)
        // What is to be sent then begins it anew.
        pair.fate = { _, _ in [0] }
        pair.send(TunnelPair.packet(from: .phone, 5), from: .phone)
        pair.pass()
        #expect(pair.packets[.server] == [TunnelPair.packet(from: .phone, 5)])
    }

    @Test func `at most 128 packets wait for a handshake, the newest`() throws {
        let pair = try TunnelPair()
        pair.fate = { _, _ in [] }
        for number in 0..<130 as Range<UInt32> {
            pair.send(TunnelPair.packet(from: .phone, number), from: .phone)
        }
        #expect(pair.refusals(.phone) == [.queueFull, .queueFull])
        pair.fate = { _, _ in [0] }
        pair.pass(6 * Self.second)
        #expect(pair.packets[.server]?.compactMap { TestPacket.number($0) } == Array(2..<130))
    }

    @Test func `an end with nothing to answer sends a keepalive after ten seconds`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.pass(9 * Self.second)
        #expect(pair.datagrams[.phone] == [])
        pair.pass(Self.second)
        #expect(pair.datagrams[.phone]?.map(\.count) == [32])
        pair.pass(60 * Self.second)
        #expect(pair.datagrams.mapValues(\.count) == [.phone: 1, .server: 0])
        #expect(pair.packets == [.phone: [], .server: []])
    }

    @Test func `a peer that does not answer for 15 s gets a new handshake`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.fate = { _, _ in [] }
        pair.send(TunnelPair.packet(from: .phone, 1), from: .phone)
        pair.pass(15 * Self.second)
        #expect(pair.count(.initiation, to: .server) == 0)
        pair.pass(Self.second)
        #expect(pair.count(.initiation, to: .server) == 1)
    }

    @Test func `a persistent keepalive is sent when nothing else was`() throws {
        let pair = try TunnelPair(persistentKeepalive: 25 * Self.second)
        pair.pass(24 * Self.second)
        #expect(pair.datagrams[.server] == [])
        pair.pass(Self.second)
        #expect(pair.count(.initiation, to: .server) == 1)
        #expect(pair.count(.data, to: .server) == 1)
        pair.forgetEvents()
        pair.pass(100 * Self.second)
        #expect(pair.count(.data, to: .server) == 4)
    }

    @Test func `keys are wiped nine minutes after the last handshake`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.pass(539 * Self.second)
        #expect(pair.session(.phone) != nil && pair.session(.server) != nil)
        pair.pass(Self.second)
        for end in TunnelPair.End.allCases {
            #expect(pair.session(end) == nil)
            #expect(pair.tunnel(end).indices.isEmpty)
            #expect(pair.tunnel(end).deadline == nil)
        }
    }

    @Test func `an old session neither accepts nor sends packets`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.fate = { _, _ in [181 * Self.second] }
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.fate = { _, _ in [] }
        pair.pass(181 * Self.second)
        #expect(pair.refusals(.server) == [.expiredSession])
        pair.forgetEvents()
        pair.fate = { _, _ in [0] }
        pair.send(TunnelPair.packet(from: .server, 3), from: .server)
        pair.pass(10 * Self.second)
        #expect(pair.packets[.phone] == [TunnelPair.packet(from: .server, 3)])
        #expect(pair.count(.initiation, to: .phone) + pair.count(.initiation, to: .server) > 0)
    }

    @Test func `times are TAI64N labels, which sort in time order`() throws {
        let start = HandshakeTime(sinceEpoch: 0)
        #expect(start.bytes == hexadecimal("400000000000000a00000000"))
        let time = HandshakeTime(sinceEpoch: TunnelPair.epoch)
        #expect(HandshakeTime(time.bytes) == time)
        #expect(HandshakeTime([1]) == nil)
        #expect(start < time && time < HandshakeTime(sinceEpoch: TunnelPair.epoch + 20_000_000))
        // No finer than 17 ms, and never before 1970.
        #expect(HandshakeTime(sinceEpoch: 16_000_000) == start)
        #expect(HandshakeTime(sinceEpoch: 17_000_000).nanoseconds == 1 << 24)
        #expect(HandshakeTime(sinceEpoch: -5) == start)
    }
}
