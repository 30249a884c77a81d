import Testing
import Wire

@testable import WireGuard

struct HandshakeTests {
    /// Keys whose bytes count up from a number, clamped.
    private static func key(_ first: UInt8) throws -> TunnelKey {
        try TunnelKey(try #require(Bytes32((0..<32).map { first + $0 })))
    }

    private static func secrets(own: UInt8, other: UInt8) throws -> PeerSecrets {
        let preshared = try TunnelPresharedKey(text: "BQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQ=")
        return try PeerSecrets(own: try key(own), publicKey: try key(other).publicKey, preshared: preshared)
    }

    private static let time = HandshakeTime(
        [0x40, 0, 0, 0, 0x65, 0x53, 0xF1, 0x0A, 1, 0, 0, 0]
    )

    /// What another implementation of the protocol's paper makes of the same keys (in Python, with `hashlib` and
    /// `cryptography`).
    private static let initiation = hexadecimal(
        """
        0100000004030201909705b0e7d1817db56cdcb89ba2fabad3e9a01b2c23bc73e3ec9d9a2ff9b827f24db94422b7a5624272f934b688
        7ce2a52588d65cbe6a4fedaca608f0b6eb866f86e25440177d5d3d1e484b35e76dd0edf30716e533f393bd27ba4ceaabab08c603e21e
        2a9667fa3e8572c350623fffb7e3a67f90f643f67a07d5307d129724ccf2e6c8d25f972cd077a0c1
        """
    )
    private static let response = hexadecimal(
        """
        02000000080706050403020166b76a4535f74c6f464c8f2395cb051864d00279ac88c3fc793fa00352e2ea5a93bd58440f5ad2cd596e
        0293b8baac239b5887db784a97949a220815b2dd338b00000000000000000000000000000000
        """
    )
    private static let data = hexadecimal(
        "040000000807060500000000000000005a1b29a151026ed08b742f8b74144368ed7b288274c788259ed269f09f71b5d9"
    )

    @Test func `the messages of a handshake match another implementation's`() throws {
        let (phone, server) = (try Self.secrets(own: 1, other: 2), try Self.secrets(own: 2, other: 1))
        let time = try #require(Self.time)
        let outgoing = try OutgoingHandshake(
            phone,
            index: 0x0102_0304,
            ephemeral: try Self.key(3),
            time: time
        )
        let toServer = try HandshakeCodes(receiver: server.own.publicKey)
        let cookie = Array(0..<16 as Range<UInt8>)
        #expect(try toServer.completed(outgoing.message, cookie: cookie) == Self.initiation)
        let isMeant = toServer.isMeantForReceiver(Self.initiation.span.bytes)
        let isProven = HandshakeCodes.proves(cookie, Self.initiation.span.bytes)
        #expect(isMeant && isProven)

        var incoming = try IncomingHandshake(Self.initiation.span.bytes, own: server.own)
        #expect(incoming.claimed == phone.own.publicKey)
        let timeRead = try incoming.time(Self.initiation.span.bytes, server)
        #expect(timeRead == time)
        let answer = try incoming.answer(server, index: 0x0506_0708, ephemeral: try Self.key(4))
        let toPhone = try HandshakeCodes(receiver: phone.own.publicKey)
        #expect(try toPhone.completed(answer.message, cookie: nil) == Self.response)

        let keys = try outgoing.keys(from: Self.response.span.bytes)
        #expect(keys.sending == answer.keys.receiving && keys.receiving == answer.keys.sending)
        let session = try TransportSession(keys, since: .zero)
        let content = Array("packet".utf8)
        let sealed = try session.seal(content.span.bytes, mtu: 1420)
        #expect(sealed == Self.data)
        let other = try TransportSession(answer.keys, since: .zero)
        let opened = other.open(Self.data.span.bytes, at: .zero)
        #expect(opened == .success(content + [UInt8](repeating: 0, count: 10)))
    }

    @Test func `a forged message is refused even if its first code is right`() throws {
        let phone = try Self.secrets(own: 1, other: 2)
        let codes = try HandshakeCodes(receiver: phone.publicKey)
        let server = try Tunnel(key: try Self.key(2), epoch: 0, randomness: .seeded(1))
        let peer = TunnelPeer(publicKey: phone.own.publicKey, allowedAddresses: [])
        try server.add(peer, at: .zero)
        for place in 8..<116 {
            var forged = Array(Self.initiation.prefix(116))
            forged[place] ^= 1
            let message = try codes.completed(forged, cookie: nil)
            var events: [TunnelEvent] = []
            server.receive(message.span.bytes, from: TunnelPair.serverEndpoint, at: .zero, into: &events)
            #expect(events == [.refused(.forgedHandshake, nil)], "byte \(place)")
        }
        #expect(server.counts[.forgedHandshake] == 108)
        #expect(server.status(of: phone.own.publicKey)?.endpoint == nil)
    }

    @Test func `a session is replaced before its packet numbers can run out`() throws {
        let pair = try TunnelPair()
        pair.connect()
        let peer = try #require(pair.phone.peer(pair.server.publicKey))
        let keys = SessionKeys(
            localIndex: 1,
            remoteIndex: 1,
            sending: Bytes32(),
            receiving: Bytes32(),
            isInitiator: true
        )
        for (counter, count) in [
            (TransportSession.rekeyAfterMessages - 1, 0), (TransportSession.rekeyAfterMessages, 1),
        ] {
            pair.pass(6 * TunnelPair.second)
            pair.forgetEvents()
            _ = peer.sessions.add(try TransportSession(keys, since: pair.now, counter: counter))
            pair.send(TunnelPair.packet(from: .phone), from: .phone)
            #expect(pair.count(.initiation, to: .server) == count)
        }
        pair.pass()
        pair.send(TunnelPair.packet(from: .phone, 9), from: .phone)
        pair.pass()
        #expect(pair.packets[.server] == [TunnelPair.packet(from: .phone, 9)])
    }
}
