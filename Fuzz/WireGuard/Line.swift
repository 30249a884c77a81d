import FuzzSupport
import Wire
import WireGuard

/// Two ends of a tunnel whose keys are known, and the datagrams between them.
struct Line {
    private static let phoneAddress = IPAddress.v4(0x0A09_0002)
    private static let second: Nanoseconds = 1_000_000_000
    private static let endpoints = [
        TunnelEndpoint(address: .v4(0xCB00_7105), port: 40_000),
        TunnelEndpoint(address: .v4(0xC633_6407), port: 51_820),
    ]

    /// The phone, then the server.
    private let ends: [Tunnel]
    private var now = Instant.zero
    /// Datagrams under way to each end.
    private var underWay: [[[UInt8]]] = [[], []]

    /// The ends have one session already. nil if no memory is left.
    init?() {
        var randomness = TunnelRandomness.seeded(1)
        guard let keys = try? [TunnelKey(&randomness), TunnelKey(&randomness)],
            let phone = try? Tunnel(key: keys[0], epoch: 0, randomness: .seeded(2)),
            let server = try? Tunnel(key: keys[1], epoch: 0, randomness: .seeded(3)),
            let own = AddressPrefix(Self.phoneAddress)
        else { return nil }
        ends = [phone, server]
        let (toServer, toPhone) = (
            TunnelPeer(
                publicKey: keys[1].publicKey,
                allowedAddresses: [.all4, .all6],
                endpoint: Self.endpoints[1]
            ),
            TunnelPeer(publicKey: keys[0].publicKey, allowedAddresses: [own])
        )
        guard (try? phone.add(toServer, at: now)) != nil, (try? server.add(toPhone, at: now)) != nil else {
            return nil
        }
        send(Self.packet(12), from: 0)
        settle()
    }

    /// The first byte says what happens, the rest with what.
    mutating func play(_ piece: [UInt8]) {
        guard let first = piece.first else { return }
        let (end, rest) = (Int(first & 1), Array(piece.dropFirst()))
        switch first >> 1 & 7 {
        case 0: deliver(rest, to: end)
        case 1: send(rest, from: end)
        case 2: send(Self.packet(rest.first ?? 0), from: end)
        case 3: pass(Nanoseconds(rest.first ?? 0) * Self.second)
        case 4: spoil(rest, to: end)
        case 5: if !underWay[end].isEmpty { underWay[end].removeFirst() }
        case 6: ends[end].isUnderLoad.toggle()
        default: settle()
        }
    }

    private static func packet(_ last: UInt8) -> [UInt8] {
        [0x45, 0, 0, 20, 0, 0, 0, 0, 64, 17, 0, 0, 10, 9, 0, 2, 10, 9, 0, last]
    }

    private mutating func send(_ packet: [UInt8], from end: Int) {
        var events: [TunnelEvent] = []
        ends[end].send(packet.span.bytes, at: now, into: &events)
        note(events, of: end)
    }

    private mutating func deliver(_ datagram: [UInt8], to end: Int) {
        for time in 0..<2 {
            var events: [TunnelEvent] = []
            ends[end].receive(datagram.span.bytes, from: Self.endpoints[1 - end], at: now, into: &events)
            if time == 1 {
                demand(
                    !events.contains { if case .packet = $0 { true } else { false } },
                    "a packet for the second time"
                )
            }
            note(events, of: end)
        }
    }

    /// Delivers the next datagram with bits flipped, and then as it was.
    private mutating func spoil(_ changes: [UInt8], to end: Int) {
        guard let genuine = underWay[end].first else { return }
        underWay[end].removeFirst()
        var forged = genuine
        for (place, change) in zip(changes, changes.dropFirst()) {
            forged[Int(place) % forged.count] ^= change
        }
        var events: [TunnelEvent] = []
        ends[end].receive(forged.span.bytes, from: Self.endpoints[1 - end], at: now, into: &events)
        let isPacket = events.contains { if case .packet = $0 { true } else { false } }
        demand(!isPacket || forged == genuine, "a packet of a forged datagram")
        note(events, of: end)
        deliver(genuine, to: end)
    }

    private mutating func pass(_ time: Nanoseconds) {
        let until = now + time
        // What is due becomes less: each wake must move the deadline on.
        while let due = ends.compactMap(\.deadline).min(), due <= until {
            now = max(now, due)
            for end in 0..<2 {
                var events: [TunnelEvent] = []
                ends[end].wake(at: now, into: &events)
                note(events, of: end)
                demand(ends[end].deadline.map { $0 > now } ?? true, "a deadline that stays due")
            }
        }
        now = until
    }

    private mutating func settle() {
        for _ in 0..<8 {
            for end in 0..<2 {
                let datagrams = underWay[end]
                underWay[end] = []
                for datagram in datagrams { deliver(datagram, to: end) }
            }
        }
    }

    private mutating func note(_ events: [TunnelEvent], of end: Int) {
        for event in events {
            switch event {
            case .datagram(let bytes, let to):
                demand(to == Self.endpoints[1 - end], "a datagram to nobody")
                demand(bytes.count >= 32 && bytes.count <= 65_507, "a datagram of an impossible length")
                // Few are enough, and what lies there is not delivered before the piece says so.
                if underWay[1 - end].count < 32 { underWay[1 - end].append(bytes) }
            case .packet(let packet, let key):
                demand(key == ends[1 - end].publicKey, "a packet of a stranger")
                judge(packet, cameTo: end)
            case .handshake, .refused, .unanswered: break
            }
        }
    }

    private func judge(_ packet: [UInt8], cameTo end: Int) {
        let version = packet.first.map { $0 >> 4 }
        demand(version == 4 || version == 6, "content that is no packet")
        guard end == 1 else { return }
        let source = packet.span.bytes.bigEndian32(at: 12).map { IPAddress.v4($0) }
        demand(version == 4 && source == Self.phoneAddress, "a packet of another's address")
    }
}
