extension ConversationKind {
    /// Creates the conversation for a connection of this kind; nil if no reader exists for it.
    func conversation(_ opening: ConversationOpening) -> (any ObservedConversation)? {
        switch self {
        case .http1Request, .http1Response: ObservedHTTP1Connection(opening)
        case .http2: ObservedHTTP2Connection(opening)
        case .tls: ObservedTLSConnection(opening)
        case .socks: ObservedSOCKSConnection(opening)
        case .dns: ObservedDNSConnection(opening)
        case .undecided, .other: nil
        }
    }
}
