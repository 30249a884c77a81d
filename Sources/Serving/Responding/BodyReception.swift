/// What the server does with a request's body.
package enum BodyReception: Hashable, Sendable {
    /// Reads and discards it, up to the server's own limit.
    case drop
    /// Hands it to the responder, up to this many bytes.
    case keep(atMost: Int)
    /// Asks the responder as soon as the head is complete, and hands it the body as it arrives. About
    /// `capacity` bytes wait at most: a responder that takes them slowly applies backpressure to the client.
    /// A client that asks for 100 (Continue) gets it when the first byte is asked for.
    case stream(capacity: Int = BodyStream.usualCapacity)
    /// Does not read it: the request is answered by its head alone, a client that asks for 100 (Continue)
    /// does not get it, and the connection ends after the response.
    case decline
}
