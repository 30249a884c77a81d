import LinkModel
package import Runs
package import Wire

/// The bytes of one connection over time, as its sender saw them: data that left the origin, and the client's
/// acknowledgements that came back (a time-sequence graph).
package struct FlowTrace: Hashable, Sendable {
    package enum Kind: Int, Hashable, Sendable {
        case data, retransmission, lost
    }

    /// Data that was sent without a break; `bytes` counts from the connection's first byte.
    package struct Piece: Hashable, Sendable {
        package var start: Instant
        package var end: Instant
        package var bytes: Range<Int>
        package var kind: Kind
    }

    /// An acknowledgement, and the last byte that the client has room for.
    package struct Acknowledgement: Hashable, Sendable {
        package var at: Instant
        package var bytes: Int
        package var room: Int
    }

    package let clientPort: UInt16
    package let pieces: [Piece]
    package let acknowledgements: [Acknowledgement]

    /// The connections of a line's log, in the order of their first packets. `most` is about how many pieces and
    /// acknowledgements all of them have together: neighbours are joined, but nothing that was lost or sent
    /// again is left out.
    package static func all(in log: [LinkLogEntry], most: Int = 12_000) -> [FlowTrace] {
        var ports: [UInt16] = []
        var flows: [UInt16: [LinkLogEntry]] = [:]
        for entry in log {
            guard let segment = entry.segment else { continue }
            if flows[segment.clientPort] == nil { ports.append(segment.clientPort) }
            flows[segment.clientPort, default: []].append(entry)
        }
        let share = max(40, most / max(1, ports.count))
        return ports.compactMap { port in flows[port].flatMap { FlowTrace(port, $0, most: share) } }
    }

    /// nil without any data.
    private init?(_ port: UInt16, _ log: [LinkLogEntry], most: Int) {
        let sorted = log.sorted { $0.arrival < $1.arrival }
        guard let first = sorted.first(where: { $0.packet.direction == .down })?.segment else { return nil }
        // The opening flag takes a number of its own.
        let origin = first.flags.contains(.syn) ? first.sequence &+ 1 : first.sequence
        var drawing = Drawing(origin: origin)
        let begin = sorted[0].arrival
        let end = sorted.last.map(\.arrival) ?? begin
        drawing.least = (end - begin) / Int64(most)
        for entry in sorted {
            guard let segment = entry.segment else { continue }
            if entry.packet.direction == .down {
                drawing.send(segment, entry)
            } else if segment.flags.contains(.ack), let at = entry.departure {
                drawing.acknowledge(segment, at)
            }
        }
        guard !drawing.pieces.isEmpty else { return nil }
        clientPort = port
        pieces = drawing.pieces
        acknowledgements = drawing.acknowledgements
    }
}

/// A trace while it is put together.
private struct Drawing {
    let origin: UInt32
    /// Shorter stretches of time are joined.
    var least: Nanoseconds = 0
    var pieces: [FlowTrace.Piece] = []
    var acknowledgements: [FlowTrace.Acknowledgement] = []
    /// Bytes that were sent so far, counted from the first.
    private var sent = 0

    init(origin: UInt32) {
        self.origin = origin
    }

    /// The place of a sequence number, which may have wrapped round, near what was sent so far.
    private func place(_ sequence: UInt32) -> Int {
        let near = UInt32(truncatingIfNeeded: sent)
        return sent + Int(Int32(bitPattern: sequence &- origin &- near))
    }

    mutating func send(_ segment: LinkSegment, _ entry: LinkLogEntry) {
        guard segment.payload > 0 else { return }
        let first = place(segment.sequence)
        let bytes = first..<first + Int(segment.payload)
        let isAgain = bytes.lowerBound < sent
        let kind: FlowTrace.Kind = entry.isDropped ? .lost : isAgain ? .retransmission : .data
        sent = max(sent, bytes.upperBound)
        if kind == .data, let last = pieces.last, last.kind == .data,
            last.bytes.upperBound == bytes.lowerBound,
            entry.arrival - last.start < least
        {
            pieces[pieces.count - 1].end = entry.arrival
            pieces[pieces.count - 1].bytes = last.bytes.lowerBound..<bytes.upperBound
        } else {
            pieces.append(FlowTrace.Piece(start: entry.arrival, end: entry.arrival, bytes: bytes, kind: kind))
        }
    }

    mutating func acknowledge(_ segment: LinkSegment, _ at: Instant) {
        let bytes = place(segment.acknowledgement)
        guard bytes >= 0 else { return }
        let next = FlowTrace.Acknowledgement(at: at, bytes: bytes, room: bytes + Int(segment.window))
        if let last = acknowledgements.last, acknowledgements.count > 1,
            at - acknowledgements[acknowledgements.count - 2].at < least, bytes >= last.bytes
        {
            acknowledgements[acknowledgements.count - 1] = next
        } else {
            acknowledgements.append(next)
        }
    }
}
