/// A time in which no packet of a connection came, in either direction, although it went on afterwards.
package struct CaptureSilence: Hashable, Sendable {
    /// Nanoseconds since 1970, of the packets before and after it.
    package var start: Int64
    package var end: Int64
    /// True if the first bytes after it had been sent before, or filled a hole: packets had been lost.
    package var isRepaired: Bool

    package init(start: Int64, end: Int64, isRepaired: Bool) {
        self.start = start
        self.end = end
        self.isRepaired = isRepaired
    }

    package var time: Int64 { end - start }
}

extension CaptureSilence {
    func pack(into writer: inout PackedWriter) {
        writer.put(start)
        writer.put(end, after: start)
        writer.put([isRepaired])
    }

    init(from reader: inout PackedReader) {
        let start = reader.stamp()
        self.init(
            start: start,
            end: reader.stampOrNil(after: start) ?? start,
            isRepaired: reader.flags(1)[0]
        )
    }
}
