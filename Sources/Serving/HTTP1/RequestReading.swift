import HTTP
import Wire

/// Result of parsing the available bytes of a connection.
enum RequestReading {
    /// More bytes are needed.
    case nothing
    /// Something must be sent before the request's body.
    case note
    case request(IncomingRequest, lastByte: Instant, HTTPFields)
    /// `at` is the stream offset of the client's error.
    case refusal(RequestRefusal, at: Int?)
}
