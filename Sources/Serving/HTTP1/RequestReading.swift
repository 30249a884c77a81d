import HTTP
import Wire

/// What came of the bytes of a connection that are here.
enum RequestReading {
    /// More of them are needed.
    case nothing
    /// Something is to be said before the request's body.
    case note
    case request(IncomingRequest, lastByte: Instant, HTTPFields)
    /// `at` is where in the stream the client went wrong.
    case refusal(RequestRefusal, at: Int?)
}
