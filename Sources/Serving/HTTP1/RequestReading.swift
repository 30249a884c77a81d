import HTTP
import Wire

/// Result of parsing the available bytes of a connection.
enum RequestReading {
    /// More bytes are needed.
    case nothing
    /// The client waits for 100 (Continue) before it sends the request's body.
    case leave
    /// The client asks to continue with HTTP/2.
    case upgrade(HTTP2Upgrade)
    case request(IncomingRequest, lastByte: Instant, HTTPFields)
    /// `at` is the stream offset of the client's error.
    case refusal(RequestRefusal, at: Int?)
}
