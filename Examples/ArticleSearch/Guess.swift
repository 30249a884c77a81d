import LinkModel
import Runs
import Scenarios
import Theory
import Wire

/// One possible course of events: when each of the three transfers began, on which line, and beside what.
struct Guess: Hashable {
    /// Starts of small, medium and large, in milliseconds; the earliest is 0.
    var starts: [Int64]
    /// Start of the fourth image.
    var otherStart: Int64 = 0
    var otherBytes = 0
    var rateBps: Int64 = 2_000_000
    var queue = 1000
    var isReno = false

    /// A TLS record, which cannot be read before it is complete, so it is the app's first chunk.
    private static let record = 16_384 + 22

    /// Time of each of the three by the articles' clock, in seconds; nil if one does not end.
    func clocks(_ sizes: [Int]) -> [Double]? {
        let outcome = LineSimulation.run(plan(sizes))
        var clocks: [Double] = []
        for place in sizes.indices {
            let transfer = outcome.transfers[place]
            guard let last = transfer.responseLastByte,
                let first = firstChunk(outcome, transfer.flow, sizes[place])
            else { return nil }
            clocks.append(Double(last - first) / 1e9)
        }
        return clocks
    }

    private func plan(_ sizes: [Int]) -> SimulationPlan {
        let link = LinkParameters(
            down: DirectionParameters(rateBps: rateBps, oneWayDelay: 5_000_000, queue: .packets(queue)),
            up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
        )
        let bodies = sizes + (otherBytes > 0 ? [otherBytes] : [])
        let fetches = zip(bodies, starts + [otherStart]).enumerated().map { number, fetch in
            SimulatedFetch(
                start: Instant(nanoseconds: fetch.1 * 1_000_000),
                way: .connection(number + 1),
                bodyBytes: fetch.0
            )
        }
        var plan = SimulationPlan(link: link, congestion: isReno ? .reno : .cubic, fetches: fetches)
        plan.security = .full13
        return plan
    }

    /// When the first record of the body had reached the client.
    private func firstChunk(_ outcome: SimulationOutcome, _ flow: UInt32, _ body: Int) -> Instant? {
        let sent = zip(outcome.linkLog, outcome.contents).filter {
            $0.0.packet.flow == flow && $0.0.packet.direction == .down && $0.1.payload > 0
        }
        let end = sent.map { $0.1.sequence + $0.1.payload }.max() ?? 0
        let secured = SimulatedSecurity.full13.bytes(170 + body)
        let wanted = end - secured + min(secured, Self.record)
        return sent.filter { $0.1.sequence + $0.1.payload >= wanted }.map(\.0.decision.due).min()
    }
}
