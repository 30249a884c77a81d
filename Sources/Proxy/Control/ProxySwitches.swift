package import Forwarding
import Synchronization
package import Wire

/// What can be switched while a proxy runs. Any thread may switch; what is under way goes on as it began.
package final class ProxySwitches: Sendable {
    private struct State {
        var intercepted: [HostPattern]
        var allowed: [IPNetwork]
        var passed: [PassedServer] = []
        var breakpoints: [Breakpoint] = []
    }

    /// A server whose TLS a client wants to speak itself.
    package struct PassedServer: Hashable, Sendable {
        package var client: IPAddress
        package var host: String
    }

    /// At most so many are remembered: a client could name any number of hosts.
    private static let mostPassed = 1000

    private let state: Mutex<State>
    private let ownAddresses: Set<IPAddress>

    init(_ settings: ProxySettings, ownAddresses: Set<IPAddress>) {
        self.ownAddresses = ownAddresses
        state = Mutex(State(intercepted: settings.intercepted, allowed: settings.allowed))
    }

    /// Hosts whose TLS the proxy looks into; all others are tunnelled.
    package var intercepted: [HostPattern] { state.withLock { $0.intercepted } }

    /// Other machines that may use it.
    package var allowed: [IPNetwork] { state.withLock { $0.allowed } }

    /// What is switched on or off by hand is tried anew with every client.
    package func intercept(_ hosts: HostPattern, _ isOn: Bool) {
        state.withLock { state in
            Self.put(hosts, in: &state.intercepted, isOn)
            state.passed = []
        }
    }

    /// The servers whose TLS crosses unseen because a client refused the proxy's certificate.
    package var passed: [PassedServer] { state.withLock { $0.passed } }

    /// The client's connections with this server cross unseen from now on.
    func pass(_ server: Destination, for client: IPAddress) {
        state.withLock { state in
            if state.passed.count >= Self.mostPassed { state.passed.removeFirst() }
            Self.put(PassedServer(client: client, host: server.host), in: &state.passed, true)
        }
    }

    package func allow(_ clients: IPNetwork, _ isOn: Bool) {
        state.withLock { Self.put(clients, in: &$0.allowed, isOn) }
    }

    /// What is held beside what rules hold.
    package var breakpoints: [Breakpoint] { state.withLock { $0.breakpoints } }

    /// Sets a breakpoint for these phases, or removes it from them.
    package func hold(_ pattern: BreakpointPattern, _ phases: Set<BreakpointPhase>, _ isOn: Bool) {
        state.withLock { state in
            let place = state.breakpoints.firstIndex { $0.pattern == pattern }
            let earlier = place.map { state.breakpoints.remove(at: $0).phases } ?? []
            let left = isOn ? earlier.union(phases) : earlier.subtracting(phases)
            if !left.isEmpty {
                state.breakpoints.insert(
                    Breakpoint(pattern, left),
                    at: place ?? state.breakpoints.endIndex
                )
            }
        }
    }

    /// The phases of a request that are held.
    func breakpoints(for request: ForwardedRequest) -> Set<BreakpointPhase> {
        let breakpoints = breakpoints
        return breakpoints.reduce(into: []) { phases, breakpoint in
            if breakpoint.pattern.matches(request) { phases.formUnion(breakpoint.phases) }
        }
    }

    private static func put<Element: Equatable>(_ element: Element, in list: inout [Element], _ isOn: Bool) {
        list.removeAll { $0 == element }
        if isOn { list.append(element) }
    }

    /// `names` are those of one server: what the tunnel leads to, and what the client asks for in it.
    func intercepts(_ names: [Destination], for client: IPAddress) -> Bool {
        state.withLock { state in
            names.contains { name in state.intercepted.contains { $0.matches(name) } }
                && !names.contains { state.passed.contains(PassedServer(client: client, host: $0.host)) }
        }
    }

    func allows(_ client: IPAddress) -> Bool {
        state.withLock { ClientAccess(allowed: $0.allowed, ownAddresses: ownAddresses).allows(client) }
    }

    /// The client is a program of this machine.
    func isOwn(_ client: IPAddress) -> Bool { ClientAccess(ownAddresses: ownAddresses).isOwn(client) }
}
