package import Wire

/// How a response is sent over time, and how it ends. Interim heads are sent at once, whatever the course.
package struct ResponseCourse: Hashable, Sendable {
    /// From the request's last byte to the final head's first byte.
    package var delay: Nanoseconds
    /// Rate of this response alone, in bits of content per second, at least 1; nil is as fast as the client
    /// takes it. A byte is sent when the rate has earned it, so the content takes as long as its bits need.
    package var rate: Int?
    package var pieces: PacedPieces?
    package var ending: ResponseEnding

    package init(
        delay: Nanoseconds = 0,
        rate: Int? = nil,
        pieces: PacedPieces? = nil,
        ending: ResponseEnding = .whole
    ) {
        self.delay = delay
        self.rate = rate
        self.pieces = pieces
        self.ending = ending
    }

    /// Content is sent over time.
    var isPaced: Bool { rate != nil || pieces != nil }

    /// Everything is sent at once.
    var isPlain: Bool {
        guard delay == 0, rate == nil, pieces == nil, case .whole = ending else { return false }
        return true
    }
}
