/// Holds the exchanges of one connection until they are taken.
protocol ExchangeSource: AnyObject {
    /// All exchanges so far, including those taken.
    var exchangeCount: Int { get }

    /// Exchanges that have ended and have not been taken.
    var ended: [CaptureExchange] { get }

    /// Approximate number of those.
    var endedCount: Int { get }

    /// Takes out finished exchanges, except the newest `kept`, whose bytes may still be retransmitted. nil
    /// takes all, once nothing more comes.
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange]
}
