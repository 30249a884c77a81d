/// Follows an application protocol on a connection that the capture shows.
protocol ObservedConversation: StreamReader, ExchangeSource, PacketAttribution {
    var details: ConversationDetails { get }
}
