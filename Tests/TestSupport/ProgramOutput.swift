/// What a finished program left: its status and its words.
package struct ProgramOutput: Sendable {
    /// Exit status; 128 + n where signal n ended it, as shells say.
    package var status: Int32
    package var output: String
    package var errors: String
    /// From start to end, in seconds.
    package var seconds: Double
}
