package import LinkModel
package import Wire

/// Some of a plan's fetches, and what comes ahead of them.
package struct SimulatedStage: Hashable, Sendable {
    /// How many of the plan's fetches, in their order, belong to it.
    package var fetches: Int
    /// The line idles for so long first.
    package var pause: Nanoseconds = 0
    /// Another line from the stage's start on.
    package var link: LinkParameters?
    /// Idle connections are closed ahead of it.
    package var forgetsConnections = false
    /// How much of the pause is over by then; nil is all of it.
    package var pauseBeforeClosing: Nanoseconds?
    /// The most connections open at once to one host, from here on; nil leaves it.
    package var connections: Int?

    package init(fetches: Int) {
        self.fetches = fetches
    }
}
