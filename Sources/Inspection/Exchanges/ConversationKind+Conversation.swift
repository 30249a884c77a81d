extension ConversationKind {
    /// Who reads a stream of this kind; nil where nobody can.
    func conversation(_ opening: ConversationOpening) -> (any Conversation)? {
        switch self {
        case .http1Request, .http1Response: HTTP1Conversation(opening)
        case .http2: HTTP2Conversation(opening)
        case .tls: TLSConversation(opening)
        case .socks: SOCKSConversation(opening)
        case .dns: DNSConversation(opening)
        case .undecided, .other: nil
        }
    }
}
