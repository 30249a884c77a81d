/// One queueing discipline, as typed for tc or as tc prints it.
struct QueueingRecord: Hashable {
    /// The interface; empty if tc prints a single interface.
    var device: String
    /// netem, tbf and so on.
    var kind: ShellWord
    var options: [ShellWord]
    /// True if tc printed it: tc does not print everything.
    var isShown: Bool
}
