import HTTP
import TLS

/// What came of one step.
enum ConversationStep {
    /// There may be more to do at once.
    case goOn
    /// It has to wait for the socket or the clock.
    case wait
    /// The connection goes on with another.
    case become(any Conversation)
    /// The client begins TLS, of which these bytes came early; what is spoken within it begins anew.
    case encrypt(TLSServerContext, behind: HTTPRequestHead?, early: [UInt8])
    /// It is over, and the connection is to end.
    case end(ConnectionEnding)
}
