package import Wire

/// What one side of a connection sent: each segment by time and stream position, and its acknowledgements.
package struct ReportGraph: Hashable, Sendable {
    /// In ascending order of visibility: the highest wins where marks overlap.
    package enum Kind: Int, Hashable, Sendable {
        case acknowledgement, segment, again
    }

    package struct Mark: Hashable, Sendable {
        /// When the line began to carry it and when it arrived, in nanoseconds since 1970. They differ only
        /// for new bytes.
        package let start: Int64
        package let stamp: Int64
        /// Stream position of its end, in bytes.
        package let place: Int
        /// Bytes that no earlier segment carried.
        package let newBytes: Int
        package let kind: Kind
    }

    /// The stream and its direction.
    package let name: String
    package let marks: [Mark]
    /// From the first mark's start to the last one's stamp.
    package let start: Int64
    package let end: Int64
    /// The highest position of a mark.
    package let bytes: Int

    /// nil if there is nothing to draw.
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
