import Wire

/// Where an exchange on one stream stands.
enum HTTP2Stream {
    /// The request's head is under way.
    case heading(firstByte: Instant)
    /// The head is here, the body under way. `interim` counts the heads that went to the client before the response.
    case reading(IncomingRequest, order: Int, interim: Int)
    /// The request is here, or so much of it as is read, and its response is being made.
    case awaiting(AwaitedResponse, interim: Int, isWhole: Bool)
    case answering(HTTP2Response)
    /// The response is over, and what the client still sends is dropped.
    case dropping
}
