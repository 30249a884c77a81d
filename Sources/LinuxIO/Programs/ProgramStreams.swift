/// What a program that is started gets for its standard streams.
package enum ProgramStreams: String, Hashable, Sendable {
    /// Those of whoever starts it, in the same process group: the terminal's signals reach both.
    case shared
    /// The same, and the terminal's foreground for a process group of its own: what a shell needs that looks for its
    /// own group there.
    case terminal
    /// It reads nothing, what it says goes to standard error, so that it cannot get mixed up with the words of another
    /// program, and the terminal's signals do not reach it.
    case background
    /// It reads nothing, what it says is lost, and no signal of the terminal reaches it.
    case none
}
