import Wire

/// The line carrying one packet, on its way down.
struct LineService: Hashable {
    var span: Span
    var flow: UInt32
    /// Of the connection's stream.
    var bytes: Range<Int64>
}
