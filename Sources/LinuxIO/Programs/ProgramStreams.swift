/// The standard streams of a program that is started.
package enum ProgramStreams: String, Hashable, Sendable {
    /// Those of the starting process, in the same process group, so that the terminal's signals reach both.
    case shared
    /// The same streams, with a process group of its own in the terminal's foreground. Shells need this,
    /// since they look for their own group there.
    case terminal
    /// No input, and output to standard error, so that it does not mix with another program's output. The
    /// terminal's signals do not reach it.
    case background
    /// No input, discarded output, and no signals from the terminal.
    case none
}
