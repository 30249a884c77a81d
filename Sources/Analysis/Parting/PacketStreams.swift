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
        var places: [PacketStream: StreamOffset] = [:]
        var ends: [PacketStream: Int] = [:]
        for entry in log {
            guard entry.packet.flow > 0, let segment = entry.segment,
                !entry.decision.alterations.contains(.duplicate)
            else { continue }
            let own = PacketStream(entry.packet)
            // A SYN's number is one before the first byte's.
            let number = segment.flags.contains(.syn) ? segment.sequence &+ 1 : segment.sequence
            let sequence = Int(places[own, default: StreamOffset()].place(number))
            if segment.flags.contains(.fin) { ends[own] = sequence + Int(segment.payload) }
            var acknowledged = 0
            if segment.flags.contains(.ack) {
                acknowledged = Int(places[own.back, default: StreamOffset()].place(segment.acknowledgement))
            }
            // A FIN counts as a byte, but is none.
            acknowledged = min(acknowledged, ends[own.back] ?? acknowledged)
            add(entry, sequence: sequence, Int(segment.payload), acknowledged: acknowledged, epoch, nil)
        }
    }

    /// A simulation's log.
    init(_ outcome: SimulationOutcome) {
        var ends: [PacketStream: Int] = [:]
        for (place, entry) in outcome.linkLog.enumerated()
        where !entry.decision.alterations.contains(.duplicate) {
            let content = outcome.contents[place]
            let own = PacketStream(entry.packet)
            if entry.segment?.flags.contains(.fin) == true { ends[own] = content.sequence + content.payload }
            let state = outcome.states.indices.contains(place) ? outcome.states[place] : nil
            add(
                entry,
                sequence: content.sequence,
                content.payload,
                acknowledged: min(content.acknowledged, ends[own.back] ?? content.acknowledged),
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
                window: Int(entry.segment?.window ?? 0),
                fate: entry.decision.fate,
                left: entry.departure.map { $0 - epoch },
                sender: sender
            )
        )
    }
}
