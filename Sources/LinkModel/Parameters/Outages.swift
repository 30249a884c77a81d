package import Wire

/// Times in which a direction carries nothing, counted from when the line got them.
package struct Outages: Hashable, Sendable {
    package struct Interval: Hashable, Sendable {
        package var start: Nanoseconds
        package var length: Nanoseconds

        package init(start: Nanoseconds, length: Nanoseconds) {
            self.start = start
            self.length = length
        }
    }

    package enum Pattern: Hashable, Sendable {
        /// In order, none touching the next.
        case listed([Interval])
        /// One at the end of each so long a time.
        case every(Nanoseconds, length: Nanoseconds)
        /// Lengths drawn at random, exponential around these means.
        case random(meanUp: Nanoseconds, meanDown: Nanoseconds)
    }

    /// What becomes of packets meanwhile.
    package enum Treatment: String, Hashable, Sendable, CaseIterable {
        case lost
        /// They wait in the queue.
        case held
    }

    package var pattern: Pattern
    package var packets: Treatment

    package init(pattern: Pattern, packets: Treatment = .lost) {
        self.pattern = pattern
        self.packets = packets
    }
}
