import Forwarding
import HTTP
import Wire

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
    /// How long it has waited at breakpoints; nil if it did not.
    var held: Nanoseconds?
    /// Why it did not wait at one; nil if it did, or met none.
    var missed: BreakpointMiss?

    init(number: Int, tunnel: HTTPRequestHead?) {
        self.number = number
        self.tunnel = tunnel
    }

    /// Something was done to it by hand.
    func note(_ action: String) {
        rules.append(AppliedRule(number: nil, action: action))
    }
}
