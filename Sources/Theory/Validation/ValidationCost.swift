package import LinkModel
import Runs
package import Wire

/// Cost of one image over a line: fetched whole, or revalidated while unchanged (304). A memory hit costs no
/// bytes and no line time.
package struct ValidationCost: Hashable, Sendable {
    package struct Cost: Hashable, Sendable {
        /// IP bytes at the client's interface, with connection set-up and acknowledgements.
        package var down: Int
        package var up: Int
        /// From the name lookup, if the line delays it, to the last byte.
        package var time: Nanoseconds

        package init(down: Int, up: Int, time: Nanoseconds) {
            self.down = down
            self.up = up
            self.time = time
        }
    }

    /// On a new connection; nil if it does not finish.
    package let body: Cost?
    /// On a new connection; nil if it does not finish.
    package let confirmation: Cost?
    /// A confirmation on an open, idle connection.
    package let nextConfirmation: Cost?

    private static let path = "photo.jpg"
    private static let host = "origin.netlab.test"

    /// Assumes plain HTTP/1.1. The seed draws the line's losses: this is one run of many.
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

    /// Bytes of all fetches, and the duration of the last. Each begins long after the one before it has
    /// ended.
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
                // Packets that the line dropped on the way down never reached the client's interface.
                .filter { direction == .up || $0.decision.fate == .delivered }
                .reduce(0) { $0 + $1.bytes }
        }
        return Cost(down: bytes(.down), up: bytes(.up), time: time)
    }
}
