package import LinkModel
package import Runs
package import Scenarios
package import Theory
package import Wire

/// Where a run and its simulation part: the first packet that differs. Both logs number flows and packets alike, so that they
/// are compared packet by packet, each direction of each connection by itself, up to the connection's end.
package struct TheoryDivergence: Sendable {
    /// A packet's counterparts; one of them may be missing.
    package struct Pair: Hashable, Sendable {
        package var observed: PartedPacket?
        package var simulated: PartedPacket?

        package var at: Instant { min(observed?.at ?? .never, simulated?.at ?? .never) }
        package var identity: PacketIdentity? { (observed ?? simulated)?.identity }
    }

    package struct Point: Hashable, Sendable {
        package var pair: Pair
        package var difference: PartedPacket.Difference
        /// The sender of the packet: what the run's log shows of it, and the simulated one after its last packet before.
        package var observed: PartedSender
        package var simulated: SimulatedSenderState?
        /// The connection's packets around, in order of time; the packet itself is among them.
        package var around: [Pair]
    }

    /// In virtual time programs take some microseconds, which the simulator is told only roughly.
    package static let tolerance: Nanoseconds = 100_000
    private static let context = (before: 12, after: 4)

    /// nil if they never part.
    package private(set) var first: Point?
    /// Packets compared.
    package private(set) var compared = 0
    /// The plan's time zero on the run's clock.
    package let epoch: Nanoseconds
    /// The simulation, by the run's clock; nil where two logs alone were compared.
    package private(set) var outcome: SimulationOutcome?

    /// nil if the run cannot be simulated.
    package init?(_ record: RunRecord, _ scenario: Scenario, within tolerance: Nanoseconds = tolerance) {
        guard record.link.mode == .packet, !record.linkLog.isEmpty else { return nil }
        let record = record.onLine
        let conditions = StepConditions(scenario, record.link)
        guard let replay = RunReplay(record, scenario, conditions, RunTheory.programs(record)) else {
            return nil
        }
        guard let outcome = ExchangeSimulation.watched(replay.plan) else { return nil }
        epoch = replay.epoch
        self.outcome = outcome
        self.outcome?.move(by: epoch)
        // What closes connections at the end is no exchange's.
        let ends = record.transfers.map { $0.end - epoch } + outcome.transfers.compactMap(\.responseLastByte)
        let end = ends.max() ?? .zero
        find(PacketStreams(record.linkLog, epoch: epoch), PacketStreams(outcome), upTo: end, tolerance)
    }

    /// Compares two logs up to that moment.
    init(
        _ observed: PacketStreams,
        _ simulated: PacketStreams,
        upTo end: Instant,
        within tolerance: Nanoseconds
    ) {
        epoch = 0
        outcome = nil
        find(observed, simulated, upTo: end, tolerance)
    }

    private mutating func find(
        _ observed: PacketStreams,
        _ simulated: PacketStreams,
        upTo end: Instant,
        _ tolerance: Nanoseconds
    ) {
        var earliest: (stream: PacketStream, place: Int, pair: Pair, difference: PartedPacket.Difference)?
        for stream in Set(observed.packets.keys).union(simulated.packets.keys) {
            let pairs = Self.pairs(stream, observed, simulated)
            compared += pairs.count
            let closing = min(
                observed.closings[stream.flow] ?? .never,
                simulated.closings[stream.flow] ?? .never
            )
            for (place, pair) in pairs.enumerated() where pair.at <= end && pair.at < closing {
                guard let difference = Self.difference(pair, within: tolerance) else { continue }
                if pair.at < earliest?.pair.at ?? .never { earliest = (stream, place, pair, difference) }
                break
            }
        }
        guard let earliest else { return }
        let (stream, pair) = (earliest.stream, earliest.pair)
        let sent = observed.packets[stream] ?? []
        let before = (simulated.packets[stream] ?? []).prefix(earliest.place).last
        first = Point(
            pair: pair,
            difference: earliest.difference,
            observed: PartedSender(sent: sent, heard: observed.packets[stream.back] ?? [], at: pair.at),
            simulated: before?.sender,
            around: Self.around(
                pair,
                Self.pairs(stream, observed, simulated)
                    + Self.pairs(stream.back, observed, simulated)
            )
        )
    }

    private static func pairs(_ stream: PacketStream, _ observed: PacketStreams, _ simulated: PacketStreams)
        -> [Pair]
    {
        let (one, other) = (observed.packets[stream] ?? [], simulated.packets[stream] ?? [])
        return (0..<max(one.count, other.count)).map { place in
            Pair(
                observed: place < one.count ? one[place] : nil,
                simulated: place < other.count ? other[place] : nil
            )
        }
    }

    static func difference(_ pair: Pair, within tolerance: Nanoseconds) -> PartedPacket.Difference? {
        guard let observed = pair.observed, let simulated = pair.simulated else { return .missing }
        return observed.difference(from: simulated, within: tolerance)
    }

    private static func around(_ pair: Pair, _ pairs: [Pair]) -> [Pair] {
        let ordered = pairs.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
            .map(\.element)
        guard let place = ordered.firstIndex(of: pair) else { return [pair] }
        return Array(ordered[max(0, place - context.before)..<min(ordered.count, place + context.after + 1)])
    }
}
