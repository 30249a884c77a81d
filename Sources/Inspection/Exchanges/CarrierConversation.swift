/// A conversation such as TLS or a tunnel that carries another one, which has the exchanges.
protocol CarrierConversation: ObservedConversation {
    /// nil until the inner protocol is recognised.
    var inner: (any ObservedConversation)? { get }
}

extension CarrierConversation {
    var exchangeCount: Int { inner?.exchangeCount ?? 0 }
    var ended: [CaptureExchange] { inner?.ended ?? [] }
    var endedCount: Int { inner?.endedCount ?? 0 }
    var heldBytes: Int { inner?.heldBytes ?? 0 }

    func giveUpExchanges() -> [CaptureExchange] { inner?.giveUpExchanges() ?? [] }

    func takeExchanges(keeping kept: Int?) -> [CaptureExchange] {
        inner?.takeExchanges(keeping: kept) ?? []
    }

    var details: ConversationDetails { inner?.details ?? ConversationDetails() }
    var session: ObservedSession? { inner?.session }

    func conclude() { inner?.conclude() }

    func weighQuiet(_ bytes: DirectionBytes) { inner?.weighQuiet(bytes) }
    func beginPacket(_ bytes: Int, _ direction: StreamDirection) { inner?.beginPacket(bytes, direction) }
    func endPacket() { inner?.endPacket() }
}
