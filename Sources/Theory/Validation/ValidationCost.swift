package import LinkModel
import Runs
package import Wire

/// What one image costs over a line: fetched whole, asked about while it is unchanged (304), or shown out of memory, which
/// costs no byte and no time that a line could tell of.
package struct ValidationCost: Hashable, Sendable {
    package struct Cost: Hashable, Sendable {
        /// IP bytes at the client's interface, connection set-up and acknowledgements among them.
        package var down: Int
        package var up: Int
        /// From the look-up of the name, where the line delays it, to the last byte.
        package var time: Nanoseconds

        package init(down: Int, up: Int, time: Nanoseconds) {
            self.down = down
            self.up = up
            self.time = time
        }
    }

    /// On a connection of its own; nil where it does not come to its end.
    package let body: Cost?
    /// Likewise.
    package let confirmation: Cost?
    /// The same on a connection that is open and idle.
    package let nextConfirmation: Cost?

    private static let path = "photo.jpg"
    private static let host = "origin.netlab.test"

    /// Over plain HTTP/1.1. What a line loses is drawn by the seed: one run of many.
    package init(over link: LinkParameters, bodyBytes: Int, seed: UInt64 = 1) {
        let lookup = LinkTheory(link: link).lookup(Self.host)
        let request = MessageSizes.request + Self.path.utf8.count
        let whole = SimulatedFetch(
            requestBytes: request,
            headerBytes: MessageSizes.header + "\(bodyBytes)".count,
            bodyBytes: bodyBytes,
            lookup: lookup
        )
        let asked = SimulatedFetch(
            requestBytes: request + MessageSizes.validator,
            headerBytes: MessageSizes.confirmation,
            bodyBytes: 0,
            lookup: lookup
        )
        body = Self.cost(of: [whole], over: link, seed)
        let first = Self.cost(of: [asked], over: link, seed)
        confirmation = first
        nextConfirmation = Self.cost(of: [asked, asked], over: link, seed).flatMap { both in
            first.map { Cost(down: both.down - $0.down, up: both.up - $0.up, time: both.time) }
        }
    }

    /// What all of them send, and how long the last one takes; each begins when the one before it is long over.
    private static func cost(of fetches: [SimulatedFetch], over link: LinkParameters, _ seed: UInt64) -> Cost?
    {
        var plan = SimulationPlan(link: link, seed: seed, fetches: fetches)
        plan.stages = fetches.map { _ in
            var stage = SimulatedStage(fetches: 1)
            stage.pause = 2_000_000_000
            return stage
        }
        plan.horizon = Instant(nanoseconds: SimulationLimits.horizon)
        guard SimulationLimits.allow(plan) else { return nil }
        let outcome = LineSimulation.run(plan)
        guard let time = outcome.transfers.last?.duration else { return nil }
        func bytes(_ direction: LinkDirection) -> Int {
            outcome.linkLog.filter { $0.packet.direction == direction }
                // What the line dropped on the way down never came to the client's interface.
                .filter { direction == .up || $0.decision.fate == .delivered }
                .reduce(0) { $0 + $1.bytes }
        }
        return Cost(down: bytes(.down), up: bytes(.up), time: time)
    }
}
