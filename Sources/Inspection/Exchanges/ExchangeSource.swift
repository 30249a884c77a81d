/// Holds the exchanges of one connection until they are taken.
protocol ExchangeSource: AnyObject {
    /// All exchanges so far, including those taken.
    var exchangeCount: Int { get }

    /// Exchanges that have ended and have not been taken.
    var ended: [CaptureExchange] { get }

    /// Approximate number of those.
    var endedCount: Int { get }

    /// Bytes of memory, by a rough count, that exchanges and messages take which have not ended.
    var heldBytes: Int { get }

    /// Gives up the older half of the exchanges that have not ended, and returns them: what still comes for
    /// them is left out.
    func giveUpExchanges() -> [CaptureExchange]

    /// Takes out finished exchanges, except the newest `kept`, whose bytes may still be retransmitted. nil
    /// takes all, once nothing more comes.
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange]
}
