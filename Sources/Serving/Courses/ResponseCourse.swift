package import Wire

/// How a response goes out over time, and how it ends. Interim heads go at once, whatever the course.
package struct ResponseCourse: Hashable, Sendable {
    /// From the request's last byte to the final head's first.
    package var delay: Nanoseconds
    /// Of this response alone, in bits of content a second, at least 1; nil is as fast as the client takes it. A byte
    /// goes when the rate has earned it, so that all of it takes as long as its bits need.
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

    /// All of it goes at once.
    var isPlain: Bool {
        guard delay == 0, rate == nil, pieces == nil, case .whole = ending else { return false }
        return true
    }
}
