package import Wire

/// A step that fetches files and is measured.
package struct FetchStep: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var file: String
        /// When to start, counted from the step's start; nil leaves it to the step.
        package var at: Nanoseconds?

        package init(file: String, at: Nanoseconds? = nil) {
            self.file = file
            self.at = at
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
