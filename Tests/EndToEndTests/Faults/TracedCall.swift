/// How often the threads of one name made one call on one kind of subject.
struct TracedCall: Hashable {
    var thread: String
    var name: String
    var kind: String
    var count: Int

    /// The threads of libdispatch, which ends a program that has no descriptors for it, and by design cannot tell
    /// it.
    var isLibrarys: Bool { thread.hasSuffix("-qos") || thread.hasSuffix(".overcommit") }
}
