package import Wire

/// One step of a scenario.
package enum Step: Hashable, Sendable {
    case fetch(FetchStep)
    case forget(Forgetting)
    /// Gives these files new bytes and validators.
    case change([String])
    /// The client's settings from here on: those before with the step's changes applied.
    case client(ClientSettings)
    /// The line from here on: the one before with the step's changes applied.
    case link(LinkSettings)
    /// Waits while the line idles.
    case wait(Nanoseconds)
    /// Advances the calendar of client and origin without waiting.
    case advance(Nanoseconds)

    package enum Forgetting: String, Hashable, Sendable, CaseIterable {
        case memory, disk, all, connections
    }

    /// A step that fetches each of these files once.
    package static func fetch(
        _ name: String,
        _ files: [String],
        start: FetchStep.Start = .together
    ) -> Step {
        .fetch(FetchStep(name: name, entries: files.map { FetchStep.Entry(file: $0) }, start: start))
    }
}
