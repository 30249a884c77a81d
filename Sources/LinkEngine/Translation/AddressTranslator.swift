package import LinuxIO
import Synchronization
package import Wire

/// The translator behind a line whose client's side has IPv6 only (NAT64): an interface of the origin's host, and a thread that
/// gives each packet back in the other version of IP.
///
/// It keeps no table of connections: each client has an IPv4 address that stands for its own. Any thread may call it.
package final class AddressTranslator: Sendable {
    private static let interface = "nat64"

    private let state: TranslatorState
    private let thread = ServiceThread()

    /// Makes the interface, and the routes to it on the origin's host. `others` are clients behind the client's host,
    /// `initialWindow` the first congestion window of the origin's connections, in segments; nil leaves it to the kernel.
    package init(
        _ hosts: HostPair,
        others: AddressMapping.Clients? = nil,
        initialWindow: Int? = nil
    ) throws(SystemCallError) {
        let clients = [hosts.place.translatedClients, others].compactMap { $0 }
        let mtu = hosts.mtu
        let port = try hosts.origin.namespace.run { () throws(SystemCallError) in
            try Self.port(clients, mtu: mtu, initialWindow)
        }
        state = try TranslatorState(port, AddressMapping(clients))
    }

    deinit {
        stop()
    }

    private static func port(
        _ clients: [AddressMapping.Clients],
        mtu: Int,
        _ initialWindow: Int?
    ) throws(SystemCallError) -> PacketPort {
        let port = try PacketPort.tun(interface)
        // IPv6 is passed on already.
        try PacketForwarding.turnOn(.v4)
        try NetworkSettings.useQuietIPv6(on: interface)
        let routes = try RouteSocket()
        try routes.bringUp(interface, mtu: mtu)
        for network in clients.map(\.ip4) + [IPv4Translation.network] {
            try routes.addRoute(to: network, by: nil, on: interface, initialWindow: initialWindow)
        }
        return port
    }

    package func start() throws(SystemCallError) {
        try thread.start(name: "netlab-nat64") { [state] in state.run() }
    }

    /// Why it ended by itself; nil if it did not.
    package var failure: SystemCallError? { state.failure.withLock { $0 } }

    package func stop() {
        state.isStopping.store(true, ordering: .releasing)
        state.wakeUp.ring()
        thread.join()
        // In case it never ran.
        state.takeParts()
    }
}
