import Inspection
import Wire

/// Makes packets of connections by hand: raw IPv4 and TCP, each with the next number and its own timestamp.
struct PacketBuilder {
    struct Packet {
        var header: CapturedPacket
        var bytes: [UInt8]
    }

    enum From {
        case client, server
    }

    /// Time between packets: a millisecond.
    static let interval: Int64 = 1_000_000
    static let clientAddress: UInt32 = 0xC612_0001
    static let serverAddress: UInt32 = 0xC612_0002

    var packets: [Packet] = []
    var clientPort: UInt16 = 40_000
    var serverPort: UInt16 = 80
    /// Sequence number of the stream's first byte, after the SYN.
    var clientStart: UInt32 = 1000
    var serverStart: UInt32 = 9000

    static func stamp(_ number: Int) -> Int64 { 1_700_000_000_000_000_000 + Int64(number) * interval }

    /// One segment; `at` is the stream offset of its first byte, `ack` the received length of the other
    /// stream.
    mutating func send(
        _ from: From,
        at offset: Int,
        _ payload: some Collection<UInt8> = [UInt8](),
        ack: Int? = 0,
        flags: TCPHeader.Flags = [],
        keep: Int? = nil,
        window: UInt16 = 0xFFFF,
        options: [UInt8] = []
    ) {
        let isClient = from == .client
        let sequence = (isClient ? clientStart : serverStart) &+ UInt32(truncatingIfNeeded: offset)
        let acknowledged = (isClient ? serverStart : clientStart) &+ UInt32(truncatingIfNeeded: ack ?? 0)
        let flags = ack == nil ? flags : flags.union(.ack)
        var bytes = Self.ipv4(
            length: 40 + options.count + payload.count,
            source: isClient ? Self.clientAddress : Self.serverAddress,
            destination: isClient ? Self.serverAddress : Self.clientAddress
        )
        bytes += Self.number(UInt32(isClient ? clientPort : serverPort), 2)
        bytes += Self.number(UInt32(isClient ? serverPort : clientPort), 2)
        bytes += Self.number(sequence, 4) + Self.number(ack == nil ? 0 : acknowledged, 4)
        bytes += [0x50 + UInt8(options.count / 4) << 4, flags.rawValue]
        bytes += Self.number(UInt32(window), 2) + [0, 0, 0, 0] + options + payload
        add(Array(bytes.prefix(keep ?? .max)), originalLength: bytes.count)
    }

    mutating func add(_ bytes: [UInt8], originalLength: Int? = nil, linkType: LinkType = .rawIP) {
        let number = packets.count + 1
        packets.append(
            Packet(
                header: CapturedPacket(
                    number: number,
                    linkType: linkType,
                    stamp: Self.stamp(number),
                    originalLength: originalLength ?? bytes.count
                ),
                bytes: bytes
            )
        )
    }

    /// Gives the last packet another timestamp.
    mutating func stampLast(_ stamp: Int64) {
        let header = packets[packets.count - 1].header
        packets[packets.count - 1].header = CapturedPacket(
            number: header.number,
            linkType: header.linkType,
            stamp: stamp,
            originalLength: header.originalLength
        )
    }

    /// Three packets.
    mutating func handshake() {
        send(.client, at: -1, ack: nil, flags: .syn)
        send(.server, at: -1, flags: .syn)
        send(.client, at: 0)
    }

    /// Both sides close, after these lengths of their streams.
    mutating func close(up: Int, down: Int) {
        send(.server, at: down, ack: up, flags: .fin)
        send(.client, at: up, ack: down + 1, flags: .fin)
        send(.server, at: down + 1, ack: up + 1)
    }

    static func ipv4(length: Int, source: UInt32, destination: UInt32) -> [UInt8] {
        [0x45, 0] + number(UInt32(length), 2) + [0, 0, 0x40, 0, 64, 6, 0, 0] + number(source, 4)
            + number(destination, 4)
    }

    static func number(_ value: UInt32, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    /// Inspects the packets in this order.
    func inspect(_ options: ConversationOptions = ConversationOptions()) -> CaptureInspection {
        var inspector = CaptureInspector(options: options)
        for packet in packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
        return inspector.finish()
    }
}

/// The bytes of a text. (In a `String`, CR and LF count as one character.)
func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
