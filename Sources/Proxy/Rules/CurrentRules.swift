package import Forwarding
import Synchronization
import Wire

/// The rules that a proxy follows at present. Any thread may replace them; exchanges that are under way keep
/// the ones that they began with.
package final class CurrentRules: Sendable {
    private struct State {
        var rules: ProxyRules
        var faults = FaultCounts()
    }

    private let state: Mutex<State>

    package init(_ rules: ProxyRules) {
        state = Mutex(State(rules: rules))
    }

    package func replace(with rules: ProxyRules) {
        state.withLock { $0 = State(rules: rules) }
    }

    /// The rules in words, in their order.
    package var words: [String] { state.withLock { $0.rules }.words }

    func address(of server: Destination) -> (IPAddress, AppliedRule)? {
        state.withLock { $0.rules }.address(of: server)
    }

    func plan(for request: ForwardedRequest) -> ExchangePlan? {
        state.withLock { state in
            let rules = state.rules
            var generator = SystemRandomNumberGenerator()
            return rules.plan(for: request) { fault, rule in
                state.faults.take(fault, of: rule, request.url, &generator)
            }
        }
    }
}
