/// What a session has to send now.
package struct HTTP3Output: Sendable {
    /// Bytes of a stream that went into these datagrams for the first time.
    package struct Mark: Hashable, Sendable {
        package var stream: HTTP3StreamID
        /// Bytes of content.
        package var content: Int
        /// Bytes of heads and trailers, with their frames.
        package var fields: Int
        /// They are the stream's last.
        package var isLast: Bool
        /// The stream is cut instead.
        package var isReset: Bool
        /// Where they lie among all bytes that this end sends; nil without a trace.
        package var place: Range<Int64>?

        package init(
            stream: HTTP3StreamID,
            content: Int,
            fields: Int,
            isLast: Bool,
            isReset: Bool = false,
            place: Range<Int64>? = nil
        ) {
            self.stream = stream
            self.content = content
            self.fields = fields
            self.isLast = isLast
            self.isReset = isReset
            self.place = place
        }
    }

    package var datagrams: [QUICDatagrams] = []
    package var marks: [Mark] = []

    package init() {}

    /// Adds a datagram. The system takes those of one size together.
    mutating func append(_ datagram: UnsafeBufferPointer<UInt8>, to path: QUICPath, ecn: UInt8) {
        if let last = datagrams.indices.last, datagrams[last].path == path, datagrams[last].ecn == ecn,
            datagrams[last].bytes.count == datagrams[last].each * datagrams[last].count,
            datagram.count <= datagrams[last].each, datagrams[last].count < Self.mostTogether,
            datagrams[last].bytes.count + datagram.count <= Self.mostBytes
        {
            datagrams[last].bytes += datagram
        } else {
            datagrams.append(
                QUICDatagrams(path: path, bytes: Array(datagram), each: datagram.count, ecn: ecn)
            )
        }
    }

    /// As many as Linux takes in one call, and as many bytes.
    private static let mostTogether = 64
    private static let mostBytes = 65_000
}
