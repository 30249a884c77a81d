import HTTP2

/// The kernel's progress with one frame.
struct StreamProgress: Equatable {
    enum Kind {
        case fields
        case data
        case reset
    }

    var stream: HTTP2StreamID
    var kind: Kind
    /// Bytes of the body for data frames, all bytes for other frames.
    var count: Int
    /// The kernel has the whole frame.
    var isWhole: Bool
    /// The frame is the stream's last.
    var isLast: Bool
    /// The frame's bytes among those that the kernel took, its head included.
    var range = 0..<0
}
