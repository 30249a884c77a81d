import Testing
import Wire

@testable import WireGuard

struct PeerTests {
    private static func key(_ seed: UInt64) throws -> TunnelPublicKey {
        var randomness = TunnelRandomness.seeded(seed)
        return try TunnelKey(&randomness).publicKey
    }

    private static func prefixes(_ texts: String...) throws -> [AddressPrefix] {
        try texts.map { try #require(AddressPrefix($0)) }
    }

    @Test func `two peers cannot share a key or a prefix`() throws {
        let pair = try TunnelPair()
        let phone = pair.phone.publicKey
        #expect(throws: TunnelError.peerExists(phone)) {
            try pair.server.add(TunnelPeer(publicKey: phone, allowedAddresses: []), at: .zero)
        }
        let prefix = try #require(AddressPrefix("10.9.0.2/32"))
        let other = try Self.key(9)
        #expect(throws: TunnelError.prefixTaken(prefix, by: phone)) {
            try pair.server.add(TunnelPeer(publicKey: other, allowedAddresses: [prefix]), at: .zero)
        }
        #expect(pair.server.status(of: other) == nil)
    }

    @Test func `a peer cannot have the server's own key or a weak one`() throws {
        let pair = try TunnelPair()
        let weak = TunnelPublicKey(Bytes32())
        #expect(throws: TunnelError.ownKey) {
            try pair.server.add(TunnelPeer(publicKey: pair.server.publicKey, allowedAddresses: []), at: .zero)
        }
        #expect(throws: TunnelError.weakKey(weak)) {
            try pair.server.add(TunnelPeer(publicKey: weak, allowedAddresses: []), at: .zero)
        }
        let words = [
            TunnelError.ownKey, .weakKey(weak), .library, .peerExists(weak), .prefixTaken(.all4, by: weak),
        ]
        #expect(Set(words.map(\.description)).count == words.count)
    }

    @Test func `a removed peer is unknown at once, and can be added again`() throws {
        let pair = try TunnelPair()
        pair.connect()
        pair.server.remove(pair.phone.publicKey)
        pair.server.remove(pair.phone.publicKey)
        pair.send(TunnelPair.packet(from: .phone), from: .phone)
        pair.pass()
        #expect(pair.refusals(.server) == [.unknownSession])
        pair.forgetEvents()
        pair.send(TunnelPair.packet(from: .server), from: .server)
        #expect(pair.refusals(.server) == [.noPeer])
        #expect(pair.server.deadline == nil && pair.server.indices.isEmpty)
        let peer = TunnelPeer(
            publicKey: pair.phone.publicKey,
            allowedAddresses: try Self.prefixes("10.9.0.2/32")
        )
        try pair.server.add(peer, at: pair.now)
        // The phone notices that nothing comes, and begins anew.
        pair.pass(16 * TunnelPair.second)
        pair.send(TunnelPair.packet(from: .phone, 1), from: .phone)
        pair.pass()
        #expect(pair.packets[.server] == [TunnelPair.packet(from: .phone, 1)])
    }

    @Test func `an address belongs to the peer with its longest prefix`() throws {
        var addresses = AllowedAddresses()
        let own = try TunnelKey()
        func peer(_ seed: UInt64) throws -> Peer {
            try Peer(TunnelPeer(publicKey: try Self.key(seed), allowedAddresses: []), own: own)
        }
        let (all, office, desk) = (try peer(1), try peer(2), try peer(3))
        for (peer, texts) in [
            (all, ["0.0.0.0/0", "::/0"]), (office, ["10.1.2.3/8", "fd00::/8"]),
            (desk, ["10.9.0.2/32", "fd00::2/128"]),
        ] {
            for text in texts { addresses.add(try #require(AddressPrefix(text)), peer) }
        }
        func owner(_ text: String) throws -> Peer? { addresses.owner(of: try #require(IPAddress(text))) }
        for (text, peer) in [
            ("8.8.8.8", all), ("10.200.0.1", office), ("10.9.0.2", desk), ("2001:db8::1", all),
            ("fd00::3", office),
            ("fd00::2", desk),
        ] {
            #expect(try owner(text) === peer, "\(text)")
        }
        addresses.remove(desk)
        #expect(try owner("10.9.0.2") === office)
        addresses.remove(all)
        #expect(try owner("8.8.8.8") == nil)
    }

    @Test func `two phones talk through one server`() throws {
        let pair = try TunnelPair()
        pair.connect()
        var randomness = TunnelRandomness.seeded(77)
        let key = try TunnelKey(&randomness)
        let second = try Tunnel(key: key, epoch: TunnelPair.epoch, randomness: randomness)
        let server = TunnelPeer(
            publicKey: pair.server.publicKey,
            allowedAddresses: [.all4],
            endpoint: TunnelPair.serverEndpoint
        )
        try second.add(server, at: pair.now)
        try pair.server.add(
            TunnelPeer(publicKey: key.publicKey, allowedAddresses: try Self.prefixes("10.9.0.3/32")),
            at: pair.now
        )
        let packet = TestPacket.v4(from: .v4(0x0A09_0003), to: TunnelPair.phoneAddress)
        var events: [TunnelEvent] = []
        second.send(packet.span.bytes, at: pair.now, into: &events)
        let elsewhere = TunnelEndpoint(address: .v4(9), port: 9)
        // Each datagram of one end is the other's next input.
        for _ in 0..<3 {
            var answers: [TunnelEvent] = []
            for case .datagram(let bytes, let endpoint) in events {
                let (to, from) =
                    endpoint == elsewhere ? (second, TunnelPair.serverEndpoint) : (pair.server, elsewhere)
                to.receive(bytes.span.bytes, from: from, at: pair.now, into: &answers)
            }
            events = answers
        }
        #expect(events == [.handshake(key.publicKey), .packet(packet, from: key.publicKey)])
    }
}
