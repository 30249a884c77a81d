package import LinkModel
package import Wire

/// Some of a plan's fetches, and what precedes them.
package struct SimulatedStage: Hashable, Sendable {
    /// Number of the plan's fetches, in order, that belong to the stage.
    package var fetches: Int
    /// Idle time before the stage.
    package var pause: Nanoseconds = 0
    /// The line from the stage's start on; nil keeps the line.
    package var link: LinkParameters?
    /// Closes idle connections before the stage.
    package var forgetsConnections = false
    /// Part of the pause before the close; nil means the whole pause.
    package var pauseBeforeClosing: Nanoseconds?
    /// Maximum of open connections to one host from here on; nil keeps the limit.
    package var connections: Int?

    package init(fetches: Int) {
        self.fetches = fetches
    }
}
