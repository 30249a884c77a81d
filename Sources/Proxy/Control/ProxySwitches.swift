package import Forwarding
import Synchronization
import Wire

/// What can be switched while a proxy runs. Any thread may switch; what is under way goes on as it began.
package final class ProxySwitches: Sendable {
    private struct State {
        var intercepted: [HostPattern]
        var allowed: [AddressRange]
    }

    private let state: Mutex<State>

    init(_ settings: ProxySettings) {
        state = Mutex(State(intercepted: settings.intercepted, allowed: settings.allowed))
    }

    /// Hosts whose TLS the proxy looks into; all others are tunnelled.
    package var intercepted: [HostPattern] { state.withLock { $0.intercepted } }

    /// Other machines that may use it.
    package var allowed: [AddressRange] { state.withLock { $0.allowed } }

    package func intercept(_ hosts: HostPattern, _ isOn: Bool) {
        state.withLock { Self.put(hosts, in: &$0.intercepted, isOn) }
    }

    package func allow(_ clients: AddressRange, _ isOn: Bool) {
        state.withLock { Self.put(clients, in: &$0.allowed, isOn) }
    }

    private static func put<Element: Equatable>(_ element: Element, in list: inout [Element], _ isOn: Bool) {
        list.removeAll { $0 == element }
        if isOn { list.append(element) }
    }

    func intercepts(_ destination: Destination) -> Bool {
        state.withLock { $0.intercepted.contains { $0.matches(destination) } }
    }

    func allows(_ client: IPAddress) -> Bool {
        state.withLock { ClientAccess(allowed: $0.allowed).allows(client) }
    }
}
