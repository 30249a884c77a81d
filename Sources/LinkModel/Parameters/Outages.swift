package import Wire

/// Times in which a direction carries nothing, counted from when the line got these parameters.
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
        /// In order; no interval touches the next.
        case listed([Interval])
        /// One outage at the end of every period of this length.
        case every(Nanoseconds, length: Nanoseconds)
        /// Random lengths, exponentially distributed with these means.
        case random(meanUp: Nanoseconds, meanDown: Nanoseconds)
    }

    /// What happens to packets during an outage.
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
