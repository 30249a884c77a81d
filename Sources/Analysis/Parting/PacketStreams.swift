import LinkModel
import Runs
import Theory
import Wire

/// A log's packets by flow and direction, in order, with positions from the start of each stream.
struct PacketStreams {
    private(set) var packets: [PacketStream: [PartedPacket]] = [:]

    /// When the first FIN or reset went over each connection.
    private(set) var closings: [UInt32: Instant] = [:]

    /// A run's log, `epoch` earlier.
    init(_ log: [LinkLogEntry], epoch: Nanoseconds) {
        var places: [PacketStream: (zero: UInt32, last: Int)] = [:]
        var ends: [PacketStream: Int] = [:]
        for entry in log {
            guard entry.packet.flow > 0, let segment = entry.segment,
                !entry.decision.alterations.contains(.duplicate)
            else { continue }
            let own = PacketStream(entry.packet)
            let isOpening = segment.flags.contains(.syn)
            if isOpening, places[own] == nil { places[own] = (segment.sequence &+ 1, 0) }
            let sequence = isOpening ? 0 : Self.place(segment.sequence, &places[own])
            let isTold = segment.flags.contains(.ack)
            if segment.flags.contains(.fin) { ends[own] = sequence + Int(segment.payload) }
            // A FIN counts as a byte, but is none.
            let told = isTold ? Self.place(segment.acknowledgement, &places[own.back]) : 0
            let acknowledged = min(told, ends[own.back] ?? told)
            add(entry, sequence: sequence, Int(segment.payload), acknowledged: acknowledged, epoch, nil)
        }
    }

    /// A simulation's log.
    init(_ outcome: SimulationOutcome) {
        for (place, entry) in outcome.linkLog.enumerated()
        where !entry.decision.alterations.contains(.duplicate) {
            let content = outcome.contents[place]
            let state = outcome.states.indices.contains(place) ? outcome.states[place] : nil
            add(
                entry,
                sequence: content.sequence,
                content.payload,
                acknowledged: content.acknowledged,
                0,
                state
            )
        }
    }

    private mutating func add(
        _ entry: LinkLogEntry,
        sequence: Int,
        _ payload: Int,
        acknowledged: Int,
        _ epoch: Nanoseconds,
        _ sender: SimulatedSenderState?
    ) {
        let flags = entry.segment?.flags ?? []
        if flags.contains(.fin) || flags.contains(.rst), closings[entry.packet.flow] == nil {
            closings[entry.packet.flow] = entry.arrival - epoch
        }
        packets[PacketStream(entry.packet), default: []].append(
            PartedPacket(
                identity: entry.packet,
                at: entry.arrival - epoch,
                bytes: entry.bytes,
                flags: flags,
                sequence: sequence,
                payload: payload,
                acknowledged: acknowledged,
                fate: entry.decision.fate,
                left: entry.departure.map { $0 - epoch },
                sender: sender
            )
        )
    }

    /// The position of a number in its stream, near the last one.
    private static func place(_ number: UInt32, _ stream: inout (zero: UInt32, last: Int)?) -> Int {
        guard let (zero, last) = stream else { return 0 }
        let step = Int32(bitPattern: number &- zero &- UInt32(truncatingIfNeeded: last))
        let place = last + Int(step)
        stream = (zero, max(last, place))
        return place
    }
}
