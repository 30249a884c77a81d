import Wire

/// State of an exchange on one stream.
enum HTTP2Stream {
    /// The request's head is under way.
    case heading(firstByte: Instant)
    /// The head is complete, the body under way. `interim` counts the 1xx heads sent before the response.
    case reading(IncomingRequest, order: Int, interim: Int)
    /// As much of the request as is read has arrived, and its response is being made.
    case awaiting(AwaitedResponse, interim: Int, isWhole: Bool)
    case answering(HTTP2Response)
    /// The response is over, and further bytes of the client are dropped.
    case dropping
}
