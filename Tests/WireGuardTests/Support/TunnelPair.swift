import Wire

@testable import WireGuard

/// A phone and what it talks to, joined by a line that a test decides about.
final class TunnelPair {
    enum End: CaseIterable {
        case phone, server

        var other: End { self == .phone ? .server : .phone }
    }

    private struct Flight {
        let to: End
        let bytes: [UInt8]
        let source: TunnelEndpoint
    }

    static let epoch: Nanoseconds = 1_700_000_000_000_000_000
    static let second: Nanoseconds = 1_000_000_000
    static let phoneAddress = IPAddress.v4(0x0A09_0002)
    static let phoneAddress6 = IPAddress.v6(high: 0xFD00 << 48, low: 2)
    static let webAddress = IPAddress.v4(0xC612_0002)
    static let serverEndpoint = TunnelEndpoint(address: .v4(0xC633_6407), port: 51_820)

    let phone: Tunnel
    let server: Tunnel
    var phoneEndpoint = TunnelEndpoint(address: .v4(0xCB00_7105), port: 40_000)
    var now = Instant.zero
    /// How long after its sending each copy of a datagram arrives: none if it is lost.
    var fate: (_ datagram: [UInt8], _ to: End) -> [Nanoseconds] = { _, _ in [0] }
    private(set) var packets: [End: [[UInt8]]] = [.phone: [], .server: []]
    private(set) var events: [End: [TunnelEvent]] = [.phone: [], .server: []]
    /// All datagrams sent to this end, whatever became of them.
    private(set) var datagrams: [End: [[UInt8]]] = [.phone: [], .server: []]
    private var agenda = Agenda<Flight>()

    init(
        seed: UInt64 = 1,
        phoneSecret: TunnelPresharedKey? = nil,
        serverSecret: TunnelPresharedKey? = nil,
        persistentKeepalive: Nanoseconds? = nil
    ) throws {
        var randomness = TunnelRandomness.seeded(seed)
        let (phoneKey, serverKey) = (try TunnelKey(&randomness), try TunnelKey(&randomness))
        phone = try Tunnel(key: phoneKey, epoch: Self.epoch, randomness: .seeded(seed &+ 1))
        server = try Tunnel(key: serverKey, epoch: Self.epoch, randomness: .seeded(seed &+ 2))
        try phone.add(
            TunnelPeer(
                publicKey: serverKey.publicKey,
                presharedKey: phoneSecret,
                allowedAddresses: [.all4, .all6],
                endpoint: Self.serverEndpoint,
                persistentKeepalive: persistentKeepalive
            ),
            at: now
        )
        let prefixes = [Self.phoneAddress, Self.phoneAddress6].compactMap { AddressPrefix($0) }
        try server.add(
            TunnelPeer(publicKey: phoneKey.publicKey, presharedKey: serverSecret, allowedAddresses: prefixes),
            at: now
        )
    }

    func tunnel(_ end: End) -> Tunnel { end == .phone ? phone : server }

    func session(_ end: End) -> TransportSession? {
        tunnel(end).peer(tunnel(end.other).publicKey)?.sessions.current
    }

    /// A packet of the phone to the web, or back.
    static func packet(from end: End, _ number: UInt32 = 0, count: Int = 24) -> [UInt8] {
        let (source, destination) = end == .phone ? (phoneAddress, webAddress) : (webAddress, phoneAddress)
        return TestPacket.v4(from: source, to: destination, number: number, count: count)
    }

    func send(_ packet: [UInt8], from end: End) {
        collect(end) { tunnel(end).send(packet.span.bytes, at: now, into: &$0) }
    }

    /// Gives a datagram to an end at once, and returns the reasons of what was refused.
    @discardableResult
    func deliver(_ datagram: [UInt8], to end: End, from source: TunnelEndpoint? = nil) -> [TunnelRefusal] {
        let before = events[end, default: []].count
        let source = source ?? (end == .phone ? Self.serverEndpoint : phoneEndpoint)
        collect(end) { tunnel(end).receive(datagram.span.bytes, from: source, at: now, into: &$0) }
        return events[end, default: []].dropFirst(before).compactMap {
            if case .refused(let reason, _) = $0 { reason } else { nil }
        }
    }

    /// Lets so much time pass: datagrams arrive and what is due is done.
    func pass(_ time: Nanoseconds = 0) {
        let end = now + time
        while true {
            let due = ([agenda.first?.due] + End.allCases.map { tunnel($0).deadline }).compactMap { $0 }.min()
            guard let due, due <= end else { break }
            now = max(now, due)
            while let flight = agenda.first, flight.due <= now {
                agenda.removeFirst()
                deliver(flight.item.bytes, to: flight.item.to, from: flight.item.source)
            }
            for end in End.allCases {
                if let due = tunnel(end).deadline, due <= now {
                    collect(end) { tunnel(end).wake(at: now, into: &$0) }
                }
            }
        }
        now = end
    }

    /// The phone's first packet, with the handshake that it needs.
    func connect() {
        send(Self.packet(from: .phone), from: .phone)
        pass()
        forgetEvents()
    }

    func forgetEvents() {
        for end in End.allCases { (packets[end], events[end], datagrams[end]) = ([], [], []) }
    }

    func refusals(_ end: End) -> [TunnelRefusal] {
        events[end, default: []].compactMap { if case .refused(let reason, _) = $0 { reason } else { nil } }
    }

    /// How many datagrams of a kind were sent to this end.
    func count(_ kind: MessageKind, to end: End) -> Int {
        datagrams[end, default: []].filter { MessageKind($0.span.bytes) == kind }.count
    }

    private func collect(_ end: End, _ act: (inout [TunnelEvent]) -> Void) {
        var new: [TunnelEvent] = []
        act(&new)
        events[end, default: []] += new
        for event in new {
            switch event {
            case .packet(let packet, _): packets[end, default: []].append(packet)
            case .datagram(let bytes, let destination): launch(bytes, from: end, to: destination)
            case .handshake, .refused, .unanswered: break
            }
        }
    }

    private func launch(_ bytes: [UInt8], from end: End, to destination: TunnelEndpoint) {
        datagrams[end.other, default: []].append(bytes)
        // A phone that went elsewhere gets nothing at its old address.
        let isReached = destination == (end == .phone ? Self.serverEndpoint : phoneEndpoint)
        guard isReached else { return }
        let source = end == .phone ? phoneEndpoint : Self.serverEndpoint
        for delay in fate(bytes, end.other) {
            agenda.add(Flight(to: end.other, bytes: bytes, source: source), at: now + delay)
        }
    }
}
