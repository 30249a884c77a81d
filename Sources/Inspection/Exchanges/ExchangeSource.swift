/// Holds the exchanges of one connection until they are taken.
protocol ExchangeSource: AnyObject {
    /// All exchanges so far, those taken among them.
    var exchangeCount: Int { get }

    /// Exchanges that are over and have not been taken.
    var ended: [CaptureExchange] { get }

    /// About how many those are.
    var endedCount: Int { get }

    /// Takes out exchanges that are over, except the newest `kept`, whose bytes may still be retransmitted. Once nothing more
    /// comes, nil takes all.
    func takeExchanges(keeping kept: Int?) -> [CaptureExchange]
}
