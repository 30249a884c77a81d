package import Wire

/// One read of an answer by a program.
package struct ProgramLook: Hashable, Sendable {
    /// End of the read, in bytes from the start of the answer.
    package var end: Int
    /// Bytes that had arrived by then: more than `end` if the program reads in smaller parts.
    package var there: Int
    /// Time from the arrival of the last byte that it read.
    package var duration: Nanoseconds

    package init(end: Int, there: Int, duration: Nanoseconds) {
        self.end = end
        self.there = there
        self.duration = duration
    }
}
