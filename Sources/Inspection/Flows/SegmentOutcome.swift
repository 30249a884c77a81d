/// How a connection handled a segment.
enum SegmentOutcome {
    /// It belongs to a new connection on the same ports.
    case foreign
    /// It was taken, but its conversation had nothing to read.
    case quiet
    case read
}
