import Wire

@testable import Services

/// Packets of phones, made by hand, with a clock of their own.
struct PhonePackets {
    static let nameServer = SynthesizedFlow.End(host: .v4(0xC612_0002), port: 53)
    static let start: Int64 = 1_700_000_000_000_000_000

    private(set) var packets: [(header: CapturedPacket, bytes: [UInt8])] = []
    /// Nanoseconds since 1970, of the next packet.
    var now = start
    /// Packets that were taken.
    private var taken = 0

    static func end(_ address: UInt32, _ port: UInt16) -> SynthesizedFlow.End {
        SynthesizedFlow.End(host: .v4(address), port: port)
    }

    /// Adds a packet and lets a millisecond pass.
    mutating func add(_ bytes: [UInt8]) {
        let header = CapturedPacket(
            number: taken + packets.count + 1,
            linkType: .rawIP,
            stamp: now,
            originalLength: bytes.count
        )
        packets.append((header, bytes))
        now += 1_000_000
    }

    /// The packets since the last call.
    mutating func take() -> [(header: CapturedPacket, bytes: [UInt8])] {
        defer {
            taken += packets.count
            packets = []
        }
        return packets
    }

    /// Leaves out the packets from this place on; their time has passed.
    mutating func forget(from place: Int) {
        packets.removeSubrange(place...)
    }

    /// What happens on a connection, packet by packet.
    mutating func add(
        _ event: SynthesizedFlow.Event,
        _ bytes: [UInt8] = [],
        on flow: inout SynthesizedFlow
    ) {
        var made: [[UInt8]] = []
        flow.note(event, bytes.span.bytes) { headers, payload in
            var packet: [UInt8] = []
            packet.append(copying: headers)
            packet.append(copying: payload)
            made.append(packet)
        }
        for packet in made { add(packet) }
    }

    mutating func addDatagram(_ payload: [UInt8], from: SynthesizedFlow.End, to: SynthesizedFlow.End) {
        let length = 28 + payload.count
        let header: [UInt8] = [0x45, 0] + Self.bytes(length) + [0, 0, 0x40, 0, 64, 17, 0, 0]
        let ports = Self.bytes(Int(from.port)) + Self.bytes(Int(to.port))
        add(
            header + Self.address(from) + Self.address(to) + ports + Self.bytes(8 + payload.count) + [0, 0]
                + payload
        )
    }

    /// A question for a name's IPv4 address, and after `wait` its answer; without `address` there is no such name.
    mutating func look(
        up name: String,
        by phone: UInt32,
        address: UInt32?,
        wait: Int64 = 20_000_000,
        identifier: UInt8 = 1
    ) {
        let asker = Self.end(phone, 50_000 + UInt16(identifier))
        var question: [UInt8] = []
        for label in name.split(separator: ".") {
            question.append(UInt8(label.utf8.count))
            question += Array(label.utf8)
        }
        question += [0, 0, 1, 0, 1]
        addDatagram(
            [0, identifier, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0] + question,
            from: asker,
            to: Self.nameServer
        )
        now += wait - 1_000_000
        let record: [UInt8] =
            address.map { [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4] + Self.address($0) } ?? []
        addDatagram(
            [0, identifier, 0x81, address == nil ? 0x83 : 0x80, 0, 1, 0, address == nil ? 0 : 1, 0, 0, 0, 0]
                + question + record,
            from: Self.nameServer,
            to: asker
        )
    }

    private static func address(_ end: SynthesizedFlow.End) -> [UInt8] {
        guard case .v4(let address) = end.host else { return [] }
        return Self.address(address)
    }

    private static func address(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func bytes(_ value: Int) -> [UInt8] {
        [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
    }
}
