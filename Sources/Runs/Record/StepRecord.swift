package import Wire

/// When a measured step began and ended.
package struct StepRecord: Hashable, Sendable {
    package var name: String
    package var start: Instant
    package var end: Instant

    package init(name: String, start: Instant, end: Instant) {
        self.name = name
        self.start = start
        self.end = end
    }
}
