/// What came of one step.
enum ConversationStep: Hashable {
    /// There may be more to do at once.
    case goOn
    /// It has to wait for the socket or the clock.
    case wait
    /// It is over, and the connection is to end.
    case end(ConnectionEnding)
}
