package import Wire

/// What one side of a connection sent: each segment by its time and its place in the stream, and its acknowledgements.
package struct ReportGraph: Hashable, Sendable {
    /// In ascending order of what must be seen where several are in one place.
    package enum Kind: Int, Hashable, Sendable {
        case acknowledgement, segment, again
    }

    package struct Mark: Hashable, Sendable {
        /// When the line began to carry it, and when it was there, nanoseconds since 1970. They differ only for new bytes.
        package let start: Int64
        package let stamp: Int64
        /// Bytes of the stream up to its end.
        package let place: Int
        /// Bytes that no segment before it had.
        package let newBytes: Int
        package let kind: Kind
    }

    /// Which stream it is, and which way.
    package let name: String
    package let marks: [Mark]
    /// From the first mark's start to the last one's stamp.
    package let start: Int64
    package let end: Int64
    /// The highest place of a mark.
    package let bytes: Int

    /// nil where there is nothing to draw.
    init?(name: String, _ marks: [Mark]) {
        guard let start = marks.map(\.start).min(), let end = marks.map(\.stamp).max(), end > start,
            let bytes = marks.map(\.place).max(), bytes > 0
        else { return nil }
        self.name = name
        self.marks = marks
        (self.start, self.end, self.bytes) = (start, end, bytes)
    }

    package var span: Nanoseconds { end - start }
}
