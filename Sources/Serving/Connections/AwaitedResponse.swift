/// A request that came whole, and whose response is still being made. It belongs to the loop's thread.
///
/// A class, since it is much to keep room for on connections that hardly ever have one.
final class AwaitedResponse {
    let late: LateResponse
    var exchange: ServedExchange

    /// Has the connection called as soon as the response is here.
    init(_ late: LateResponse, to exchange: ServedExchange, _ setting: ConversationSetting) {
        self.late = late
        self.exchange = exchange
        late.whenMade(setting.wakeUp)
    }

    /// Nobody waits for it any more. Answers the record of a request that got no answer.
    func abandon() -> ServedExchange {
        late.giveUp()
        return exchange
    }
}
