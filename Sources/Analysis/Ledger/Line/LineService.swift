import Wire

/// One packet's service by the line, on its way down.
struct LineService: Hashable {
    var span: Span
    var flow: UInt32
    /// Bytes of the connection's stream.
    var bytes: Range<Int64>
}
