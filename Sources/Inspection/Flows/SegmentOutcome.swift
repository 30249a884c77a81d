/// What a connection made of a segment.
enum SegmentOutcome {
    /// It belongs to a new connection on the same ports.
    case foreign
    /// It was taken, and its conversation had nothing to read.
    case quiet
    case read
}
