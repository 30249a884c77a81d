/// The status and output of a finished program.
package struct ProgramOutput: Sendable {
    /// Exit status; 128 + n if signal n ended it, as in shells.
    package var status: Int32
    package var output: String
    package var errors: String
    /// From start to end, in seconds.
    package var seconds: Double
}
