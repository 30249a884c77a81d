import HTTP
import HTTP2

/// The meaning of a session's event to the connection's requests. `interim` counts the 1xx heads that were
/// sent already.
enum MultiplexedRequestReading {
    /// As much of a request as its responder gets at once has arrived.
    case request(HTTP2StreamID, ServedRequest, ServedExchange, interim: Int)
    case refusal(HTTP2StreamID, RequestRefusal, ServedExchange, interim: Int)
    /// The body of a request that is answered meanwhile is complete.
    case uploaded(HTTP2StreamID)
    case closed(HTTP2StreamID)
}
