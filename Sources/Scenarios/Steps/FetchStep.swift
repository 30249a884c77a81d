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
        /// How long the client reads nothing once the first of the body has come; nil where it reads all the time.
        package var pause: Nanoseconds?
        /// True where it is on the page of the one before it: a page's files start together.
        package var isOnSamePage: Bool

        package init(
            file: String,
            at: Nanoseconds? = nil,
            options: [FetchOption] = [],
            callers: Int = 1,
            priority: FetchPriority = .normal,
            cancelAfter: Nanoseconds? = nil,
            pause: Nanoseconds? = nil,
            isOnSamePage: Bool = false
        ) {
            self.file = file
            self.at = at
            self.options = options
            self.callers = callers
            self.priority = priority
            self.cancelAfter = cancelAfter
            self.pause = pause
            self.isOnSamePage = isOnSamePage
        }
    }

    package enum Start: Hashable, Sendable {
        case together
        /// Each page when the one before it has ended; a file of no page is one of its own.
        case inTurn
        case every(Nanoseconds)
    }

    package var name: String
    package var entries: [Entry]
    package var start: Start
    /// What is waited between the end of a page and the start of the next one, in turn.
    package var think: Nanoseconds

    package init(name: String, entries: [Entry], start: Start = .together, think: Nanoseconds = 0) {
        self.name = name
        self.entries = entries
        self.start = start
        self.think = think
    }
}
