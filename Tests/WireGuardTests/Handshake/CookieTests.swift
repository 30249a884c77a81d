import Testing
import Wire

@testable import WireGuard

struct CookieTests {
    private static let second = TunnelPair.second

    @Test func `under load a handshake succeeds with the cookie that answered its first try`() throws {
        let pair = try TunnelPair()
        pair.server.isUnderLoad = true
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        #expect(pair.refusals(.server) == [.needsCookie])
        #expect(pair.datagrams[.phone]?.map(\.count) == [64])
        #expect(pair.packets[.server] == [])
        pair.pass(6 * Self.second)
        #expect(pair.packets[.server] == [TunnelPair.packet(from: .phone)])
        #expect(pair.server.counts[.needsCookie] == 1)
        #expect(pair.datagrams[.server]?.first?.suffix(16).allSatisfy { $0 == 0 } == true)
    }

    @Test func `a cookie is worthless at another address`() throws {
        let pair = try TunnelPair()
        pair.server.isUnderLoad = true
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        pair.phoneEndpoint.port += 1
        pair.pass(6 * Self.second)
        #expect(pair.refusals(.server) == [.needsCookie, .needsCookie])
        pair.pass(6 * Self.second)
        #expect(pair.packets[.server]?.count == 1)
    }

    @Test func `a cookie is used for less than two minutes, and its secret lasts as long`() throws {
        var randomness = TunnelRandomness.seeded(4)
        var issuer = CookieIssuer()
        let endpoint = TunnelPair.serverEndpoint
        func cookie(_ seconds: Int64) throws -> [UInt8] {
            try issuer.cookie(for: endpoint, at: Instant(nanoseconds: seconds * Self.second), &randomness)
        }
        let first = try cookie(0)
        #expect(try cookie(119) == first)
        let next = try cookie(120)
        #expect(next != first && next.count == 16)

        let key = try TunnelKey(&randomness).publicKey
        let codes = try HandshakeCodes(receiver: key)
        let message = try codes.completed([UInt8](repeating: 1, count: 116), cookie: nil)
        var holder = CookieHolder()
        #expect(holder.cookie(at: .zero) == nil)
        holder.noteSent(message)
        let reply = try CookieIssuer.reply(to: message.span.bytes, cookie: next, codes, &randomness)
        try holder.keep(reply.span.bytes, codes, at: .zero)
        #expect(holder.cookie(at: Instant(nanoseconds: 114 * Self.second)) == next)
        #expect(holder.cookie(at: Instant(nanoseconds: 115 * Self.second)) == nil)
        // One message, one cookie.
        #expect(throws: CryptographyFault.notAuthentic) {
            try holder.keep(reply.span.bytes, codes, at: .zero)
        }
    }

    @Test func `a response is judged like a first message`() throws {
        let pair = try TunnelPair()
        pair.phone.isUnderLoad = true
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        #expect(pair.refusals(.phone) == [.needsCookie])
        pair.pass(12 * Self.second)
        #expect(pair.packets[.server]?.count == 1)
    }

    @Test func `a cookie that was not asked for is refused`() throws {
        let pair = try TunnelPair()
        var reply = MessageKind.cookieReply.start + [UInt8](repeating: 5, count: 60)
        #expect(pair.deliver(reply, to: .phone) == [.unknownSession])
        pair.connect()
        let index = try #require(pair.session(.phone)).localIndex
        reply.replaceSubrange(4..<8, with: index.littleEndianBytes)
        #expect(pair.deliver(reply, to: .phone) == [.forgedCookie])
    }
}
