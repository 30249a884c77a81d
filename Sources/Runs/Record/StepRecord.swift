package import JSON
package import Logs
import Scenarios
package import Wire

/// Start and end of a measured step.
package struct StepRecord: Hashable, Sendable {
    package var name: String
    package var start: Instant
    package var end: Instant
    /// False if the run stopped before all transfers of the step had ended.
    package var isComplete: Bool
    /// What the caches did during the step, and what they held at its end.
    package var cache: CacheCounters

    package init(
        name: String,
        start: Instant,
        end: Instant,
        isComplete: Bool = true,
        cache: CacheCounters = CacheCounters()
    ) {
        self.name = name
        self.start = start
        self.end = end
        self.isComplete = isComplete
        self.cache = cache
    }
}

extension StepRecord: Tabulated {
    package static let figures: [ResultFigure<StepRecord>] = [
        .member("name", \.name),
        .stored(.time, "start", \.start),
        .stored(.time, "end", \.end),
        .member("complete", \.isComplete),
        .member("cache", \.cache),
    ]

    package init?(json: JSONValue) {
        self.init(name: "", start: .zero, end: .zero)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
