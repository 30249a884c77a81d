import HTTP2
import Wire

extension ConversationSetting {
    /// The first conversation of a connection. `agreed` is the protocol that a handshake settled on; nil if
    /// there was no handshake or it named none.
    func opening(agreed: String?, at now: Instant) throws(HTTP2Error) -> any Conversation {
        if agreed == "h2" || protocols == .http2 { return try HTTP2Conversation(self, at: now) }
        if isEncrypted || protocols == .http1 { return HTTP1Conversation(self, at: now) }
        return PrefaceConversation(self, at: now)
    }
}
