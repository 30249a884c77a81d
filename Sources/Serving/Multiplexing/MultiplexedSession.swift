import HTTP
import HTTP2

/// A server's end of a connection on which each request has a stream of its own: HTTP/2's or HTTP/3's.
protocol MultiplexedSession: AnyObject {
    /// The highest stream that the client has opened.
    var lastStream: HTTP2StreamID { get }

    /// Answers with a head; the source of content is asked for the rest. False if the stream cannot carry it.
    func mayRespond(_ head: HTTPResponseHead, on stream: HTTP2StreamID, hasBody: Bool) -> Bool

    /// True if the 1xx head will be sent. A client can do without.
    func mayInform(_ head: HTTPResponseHead, on stream: HTTP2StreamID) -> Bool

    /// There is more content for a stream that had none.
    func resume(_ stream: HTTP2StreamID)

    func reset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode)

    /// Announces that streams that the client opens after `last` are ignored.
    func goAway(_ code: HTTP2ErrorCode, last: HTTP2StreamID)

    /// This many bytes of a request's content are used: the client may send as many more.
    func consumed(_ count: Int, of stream: HTTP2StreamID)

    /// Nobody uses the rest of the content that has arrived.
    func consumeRest(of stream: HTTP2StreamID)

    /// The client's window that keeps content from being sent; nil if it may be sent.
    func closedWindow(for stream: HTTP2StreamID) -> HTTP2ClosedWindow?
}
