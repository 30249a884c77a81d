/// A place in a response.
package enum ResponseMark: Hashable, Sendable {
    /// Behind so many bytes of the response as HTTP/1 sends it, its final head counted; 0 is before its first byte. With
    /// HTTP/2, whose heads are compressed, anything but 0 is behind the head.
    case message(Int)
    /// Behind the head and so many bytes of content, the framing of chunks not counted. Where the content is no longer
    /// than that, behind all of the message.
    case content(Int)

    /// Before the first byte.
    package static let start = ResponseMark.message(0)
}
