/// What becomes of a request's body.
package enum BodyReception: Hashable, Sendable {
    /// It is read and thrown away, up to the server's own limit.
    case drop
    /// The responder is handed it, up to so many bytes.
    case keep(atMost: Int)
    /// The responder is asked as soon as the head is here, and handed the body as it comes. About `capacity` bytes of it wait at most:
    /// a responder that takes them slowly holds the client up. A client that asks leave to send the body gets it when the first byte
    /// is asked for.
    case stream(capacity: Int = BodyStream.usualCapacity)
    /// It is not read: the request is answered by its head alone, a client that asks leave to send the body is not
    /// given it, and the connection ends after the response.
    case decline
}
