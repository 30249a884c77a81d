import Wire

/// What a packet will meet on its way behind the line: drawn when it comes, for every packet of a flow in turn.
struct PacketCourse: Hashable, Sendable {
    /// How far its delay is from the mean.
    var deviation: Nanoseconds = 0
    var isReordered = false
}
