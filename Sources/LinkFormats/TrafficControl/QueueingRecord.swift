/// One queueing discipline as tc was told it, or as it shows it.
struct QueueingRecord: Hashable {
    /// The interface; empty where tc shows one interface only.
    var device: String
    /// netem, tbf and so on.
    var kind: ShellWord
    var options: [ShellWord]
    /// Shown by tc rather than typed: it does not show everything.
    var isShown: Bool
}
