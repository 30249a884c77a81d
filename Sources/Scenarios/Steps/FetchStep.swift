package import Wire

/// A step that fetches files, which the run measures.
package struct FetchStep: Hashable, Sendable {
    package struct Entry: Hashable, Sendable {
        package var file: String
        /// Start time since the step's start; nil uses the step's `start`.
        package var at: Nanoseconds?
        package var options: [FetchOption]
        /// Number of callers that ask for the file at once.
        package var callers: Int
        package var priority: FetchPriority
        /// Time since its start after which all callers cancel; nil means never.
        package var cancelAfter: Nanoseconds?
        /// How long the client stops reading once the first body bytes have arrived; nil means no pause.
        package var pause: Nanoseconds?
        /// True if the entry is on the same page as the previous one; the files of a page start together.
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
        /// Each page starts when the previous one has ended. A file outside any page is a page of its own.
        case inTurn
        case every(Nanoseconds)
    }

    package var name: String
    package var entries: [Entry]
    package var start: Start
    /// Wait between the end of a page and the start of the next one, with `inTurn`.
    package var think: Nanoseconds

    package init(name: String, entries: [Entry], start: Start = .together, think: Nanoseconds = 0) {
        self.name = name
        self.entries = entries
        self.start = start
        self.think = think
    }
}

// MARK: Offsets

extension FetchStep {
    /// Start of each entry since the step's start; nil if its page starts when the previous page ends.
    package var offsets: [Nanoseconds?] {
        var page: Nanoseconds = 0
        return entries.indices.map { index in
            if index > 0, !entries[index].isOnSamePage { page += 1 }
            if let at = entries[index].at { return at }
            return switch start {
            case .together: 0
            case .inTurn: nil
            case .every(let interval): interval * page
            }
        }
    }

    /// The entries' indices of each page, in order.
    package var pages: [Range<Int>] {
        let starts = entries.indices.filter { $0 == 0 || !entries[$0].isOnSamePage }
        return zip(starts, starts.dropFirst() + [entries.count]).map { $0..<$1 }
    }
}
