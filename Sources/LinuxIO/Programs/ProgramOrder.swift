/// What to start, and how.
package struct ProgramOrder: Sendable {
    /// The program, looked up on PATH if it has no slash, and its arguments.
    package var words: [[UInt8]]
    package var environment: ProgramEnvironment
    package var streams: ProgramStreams
    /// The program waits for `SupervisedProgram.start()`; its keeper runs before that.
    package var isHeld = false

    package init(_ words: [[UInt8]], environment: ProgramEnvironment, streams: ProgramStreams = .shared) {
        self.words = words
        self.environment = environment
        self.streams = streams
    }
}
