/// A complete request whose response is still being made. It belongs to the loop's thread.
///
/// A class, because it is large and connections rarely have one.
final class AwaitedResponse {
    let late: LateResponse
    var exchange: ServedExchange

    /// Arranges for the connection to be called as soon as the response is available.
    init(_ late: LateResponse, to exchange: ServedExchange, _ setting: ConversationSetting) {
        self.late = late
        self.exchange = exchange
        late.whenMade(setting.wakeUp)
    }

    /// Gives up the response and returns the record of a request that got no answer.
    func abandon() -> ServedExchange {
        late.giveUp()
        return exchange
    }
}
