/// Frames for the other end, and the meaning of their bytes.
package struct HTTP2Output: Hashable, Sendable {
    package struct Mark: Hashable, Sendable {
        package enum Content: Hashable, Sendable {
            /// Fields: a head, interim or final, or trailers.
            case fields
            /// This many bytes of a body.
            case data(Int)
            case reset(HTTP2ErrorCode)
        }

        package var stream: HTTP2StreamID
        package var content: Content
        /// Range of the frame or frames in `bytes`.
        package var range: Range<Int>
        /// The stream's last frame.
        package var isLast: Bool
    }

    package var bytes: [UInt8] = []
    package var marks: [Mark] = []

    package init() {}
}
