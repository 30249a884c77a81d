import HTTP
import TLS

/// Result of one step.
enum ConversationStep {
    /// More may be possible at once.
    case goOn
    /// Waits for the socket or the clock.
    case wait
    /// Another conversation continues on the connection.
    case become(any Conversation)
    /// The client begins TLS; `early` holds TLS bytes that came already. A new conversation begins inside it.
    case encrypt(TLSServerContext, behind: HTTPRequestHead?, early: [UInt8])
    /// The conversation is over; the connection is to end.
    case end(ConnectionEnding)
}
