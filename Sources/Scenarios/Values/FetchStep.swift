package import Wire

/// A step that fetches files and is measured.
package struct FetchStep: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var file: String
        /// When to start, counted from the step's start; nil leaves it to the step.
        package var at: Nanoseconds?
        package var options: [FetchOption]
        /// How many ask for it at once.
        package var callers: Int
        package var priority: FetchPriority
        /// When they all give it up, counted from its start; nil where nobody does.
        package var cancelAfter: Nanoseconds?

        package init(
            file: String,
            at: Nanoseconds? = nil,
            options: [FetchOption] = [],
            callers: Int = 1,
            priority: FetchPriority = .normal,
            cancelAfter: Nanoseconds? = nil
        ) {
            self.file = file
            self.at = at
            self.options = options
            self.callers = callers
            self.priority = priority
            self.cancelAfter = cancelAfter
        }
    }

    package enum Start: Hashable, Sendable {
        case together
        /// Each when the one before it has ended.
        case inTurn
        case every(Nanoseconds)
    }

    package var name: String
    package var entries: [Entry]
    package var start: Start

    package init(name: String, entries: [Entry], start: Start = .together) {
        self.name = name
        self.entries = entries
        self.start = start
    }
}
