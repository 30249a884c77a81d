import Forwarding
import HTTP

/// What the proxy knows of an exchange until it is over. It belongs to the loop's thread.
final class ExchangeUnderWay {
    let number: Int
    let tunnel: HTTPRequestHead?
    var asked: Destination?
    var rules: [AppliedRule] = []
    /// It steers the proxy: nobody is told of it.
    var isControl = false
    var request: UpstreamRequest?
    /// nil if no cache was asked.
    var cache: CacheVisit?

    init(number: Int, tunnel: HTTPRequestHead?) {
        self.number = number
        self.tunnel = tunnel
    }
}
