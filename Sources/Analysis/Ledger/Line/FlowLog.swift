import LinkModel
import Runs
import Wire

/// One connection's packets from the line's log, each direction in the order of arrival.
struct FlowLog {
    let number: UInt32
    let clientPort: UInt16
    private(set) var up: [FlowPacket] = []
    private(set) var down: [FlowPacket] = []
    private var places = PerDirection(up: StreamOffset(), down: StreamOffset())
    /// For a line of byte streams: bytes so far, since no header numbers them.
    private var counted = PerDirection<Int64>(up: 0, down: 0)
    /// nil with TCP.
    private let quic: QUICBytes?

    init(number: UInt32, clientPort: UInt16, quic: QUICBytes? = nil) {
        self.number = number
        self.clientPort = clientPort
        self.quic = quic
    }

    /// Streams do not wait for each other's packets.
    var isQUIC: Bool { quic != nil }

    /// The SYN, or the first packet without one.
    var start: Instant { min(up.first?.arrival ?? .never, down.first?.arrival ?? .never) }

    /// The packets that reached the host at that direction's end, in the order of their arrival there.
    func heard(_ direction: LinkDirection) -> [(at: Instant, packet: FlowPacket)] {
        self[direction].compactMap { packet in packet.received.map { (at: $0, packet: packet) } }
            .sorted { $0.at < $1.at }
    }

    /// Indices of the packets that went up around a moment.
    func sentUp(around moment: Instant, within time: Nanoseconds) -> Range<Int> {
        let first = up.partitioningIndex { $0.arrival >= moment - time }
        return first..<(up[first...].firstIndex { $0.arrival > moment + time } ?? up.count)
    }

    subscript(direction: LinkDirection) -> [FlowPacket] { direction == .up ? up : down }

    /// Takes the next entry of the log; `serviceStart` is when the line began to serve the packet.
    mutating func append(_ entry: LinkLogEntry, serviceStart: Instant) {
        var packet = entry.segment.map { place($0, entry) } ?? quic.map { place($0, entry) } ?? count(entry)
        if packet.isServed { packet.serviceStart = serviceStart }
        if entry.packet.direction == .up { up.append(packet) } else { down.append(packet) }
    }

    private mutating func place(_ segment: LinkSegment, _ entry: LinkLogEntry) -> FlowPacket {
        let direction = entry.packet.direction
        // A SYN's number is one before the first byte's, and so is an acknowledgement of a SYN only.
        let isSyn = segment.flags.contains(.syn)
        let sequence = isSyn ? segment.sequence &+ 1 : segment.sequence
        let start = places[direction].place(sequence)
        var acknowledged: Int64 = 0
        if segment.flags.contains(.ack) {
            acknowledged = places[direction.opposite].place(segment.acknowledgement)
        }
        return FlowPacket(
            entry,
            bytes: start..<start + Int64(segment.payload),
            acknowledged: acknowledged,
            edge: acknowledged + Int64(segment.window)
        )
    }

    private mutating func place(_ quic: QUICBytes, _ entry: LinkLogEntry) -> FlowPacket {
        let direction = entry.packet.direction
        let next = counted[direction]
        let bytes = quic.bytes(of: entry.packet) ?? next..<next
        counted[direction] = max(next, bytes.upperBound)
        return FlowPacket(entry, bytes: bytes, acknowledged: 0, edge: .max)
    }

    /// Gives QUIC's packets what they acknowledged: an end learnt it from the last one that had come.
    mutating func noteAcknowledgements() {
        guard let quic else { return }
        Self.note(quic.heard.down, in: &up)
        Self.note(quic.heard.up, in: &down)
    }

    private static func note(_ heard: [(at: Instant, reach: Int64)], in packets: inout [FlowPacket]) {
        let arrivals = packets.indices.compactMap { place in
            packets[place].received.map { (at: $0, place: place) }
        }
        .sorted { ($0.at, $0.place) < ($1.at, $1.place) }
        for (at, reach) in heard {
            let next = arrivals.partitioningIndex { $0.at > at }
            if next > 0 { packets[arrivals[next - 1].place].acknowledged = reach }
        }
    }

    /// A chunk: chunks come in order, and a later one repeats a lost one.
    private mutating func count(_ entry: LinkLogEntry) -> FlowPacket {
        let start = counted[entry.packet.direction]
        let end = entry.decision.fate == .delivered ? start + Int64(entry.bytes) : start
        counted[entry.packet.direction] = end
        return FlowPacket(entry, bytes: start..<end, acknowledged: 0, edge: .max)
    }
}

extension Instant {
    /// Later than everything that happens.
    static let never = Instant(nanoseconds: .max / 4)
}
