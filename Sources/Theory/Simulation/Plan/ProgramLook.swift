package import Wire

/// One time that a program took what there was of an answer.
package struct ProgramLook: Hashable, Sendable {
    /// Up to where it took it, from the answer's first byte on.
    package var end: Int
    /// How much had come by then: more where it takes less at a time.
    package var there: Int
    /// From the coming of the last that it took.
    package var takes: Nanoseconds

    package init(end: Int, there: Int, takes: Nanoseconds) {
        self.end = end
        self.there = there
        self.takes = takes
    }
}
