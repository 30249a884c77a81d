package import Forwarding
import Synchronization
import Wire

/// The rules that a proxy follows at present. Any thread may replace them; exchanges that are under way keep
/// the ones that they began with.
package final class CurrentRules: Sendable {
    private let rules: Mutex<ProxyRules>

    package init(_ rules: ProxyRules) {
        self.rules = Mutex(rules)
    }

    package func replace(with rules: ProxyRules) {
        self.rules.withLock { $0 = rules }
    }

    func address(of server: Destination) -> (IPAddress, AppliedRule)? {
        rules.withLock { $0 }.address(of: server)
    }

    func plan(for request: ForwardedRequest) -> ExchangePlan? {
        rules.withLock { $0 }.plan(for: request)
    }
}
