/// Frames for the other end, and which bytes of them mean what.
package struct HTTP2Output: Hashable, Sendable {
    package struct Mark: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            /// Fields: a head, interim or final, or trailers.
            case fields
            /// So many bytes of a body.
            case data(Int)
            case reset(HTTP2ErrorCode)
        }

        package var stream: HTTP2StreamID
        package var content: Content
        /// Of the frame or frames, among `bytes`.
        package var range: Range<Int>
        /// Nothing of the stream follows.
        package var isLast: Bool
    }

    package var bytes: [UInt8] = []
    package var marks: [Mark] = []

    package init() {}
}
