/// A place in a response.
package enum ResponseMark: Hashable, Sendable {
    /// After this many bytes of the response as HTTP/1 sends it, including its final head; 0 is before its
    /// first byte. With HTTP/2, whose heads are compressed, anything but 0 is after the head.
    case message(Int)
    /// After the head and this many bytes of content, without chunk framing. If the content is not longer
    /// than that, after the whole message.
    case content(Int)

    /// Before the first byte.
    package static let start = ResponseMark.message(0)
}
