/// The end of one message.
package struct HTTP1MessageEnd: Hashable, Sendable {
    /// The body as transferred, including chunk framing and trailers; empty if there is none.
    package var body: Range<Int>
    /// Bytes of content, without framing.
    package var contentBytes: Int
    package var trailers: HTTPFields
    /// False if the stream ended before the body did.
    package var isComplete: Bool

    package init(
        body: Range<Int>,
        contentBytes: Int,
        trailers: HTTPFields = HTTPFields(),
        isComplete: Bool = true
    ) {
        self.body = body
        self.contentBytes = contentBytes
        self.trailers = trailers
        self.isComplete = isComplete
    }
}
