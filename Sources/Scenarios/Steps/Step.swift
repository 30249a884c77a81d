package import Wire

/// One step of a scenario: one verb.
package enum Step: Hashable, Sendable {
    case fetch(FetchStep)
    case forget(Forgetting)
    /// New bytes and validators for these files.
    case change([String])
    /// From here on the client is like this: the settings before with the step's changes laid over them.
    case client(ClientSettings)
    /// From here on the line is like this: the one before with the step's changes laid over it.
    case link(LinkSettings)
    /// The line idles.
    case wait(Nanoseconds)
    /// The calendar of client and origin is set ahead; nobody waits.
    case advance(Nanoseconds)

    package enum Forgetting: String, Hashable, Sendable, CaseIterable {
        case memory, disk, all, connections
    }

    /// Files of the origin, each once.
    package static func fetch(
        _ name: String,
        _ files: [String],
        start: FetchStep.Start = .together
    ) -> Step {
        .fetch(FetchStep(name: name, entries: files.map { FetchStep.Entry(file: $0) }, start: start))
    }
}
