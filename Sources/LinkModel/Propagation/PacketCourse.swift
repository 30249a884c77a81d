import Wire

/// What a packet meets in propagation, drawn on arrival for every packet of a flow in order.
struct PacketCourse: Hashable, Sendable {
    /// Deviation of its delay from the mean.
    var deviation: Nanoseconds = 0
    var isReordered = false
}
