/// Follows an application protocol on a connection that the capture shows.
protocol ObservedConversation: StreamReader, ExchangeSource, PacketAttribution {
    var details: ConversationDetails { get }

    /// The TLS session so far; nil if there is none.
    var session: ObservedSession? { get }
}

extension ObservedConversation {
    /// Most protocols are in the clear.
    var session: ObservedSession? { nil }
}
