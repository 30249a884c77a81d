import LinkModel
package import LinuxIO
import RealTime
package import Wire

/// One of the two hosts on the line: a network namespace with one interface and the loopback.
package struct BenchHost: ~Copyable, Sendable {
    /// The interface's own queue must never be the bottleneck: when it is full, the kernel drops packets
    /// silently.
    static let deviceQueue = 10_000

    package let namespace: NetworkNamespace
    package let interface: String
    /// One for each version of IP that it has.
    package let addresses: [IPAddress]
    /// Length of the prefix of all IPv4 addresses across the line.
    private let prefixLength: Int
    /// True if it is the end of other lines, too.
    private let isShared: Bool

    static func client(of place: HostPlace, _ ip: IPVersions) throws(SystemCallError) -> BenchHost {
        BenchHost(
            namespace: place.isBeside ? try NetworkNamespace.current() : try NetworkNamespace.make(),
            interface: place.clientInterface,
            addresses: place.clientAddresses(ip),
            prefixLength: place.prefixLength,
            isShared: place.isBeside
        )
    }

    static func origin(of place: HostPlace, _ ip: IPVersions) throws(SystemCallError) -> BenchHost {
        BenchHost(
            namespace: try NetworkNamespace.make(),
            interface: place.originInterface,
            addresses: place.originAddresses(ip),
            prefixLength: place.prefixLength,
            isShared: false
        )
    }

    /// Brings loopback and interface up, with the settings in force before the first packet. What other lines of the
    /// host need stays.
    func bringUp(mtu: Int, settings: NetworkSettings, resolvesAddresses: Bool) throws(SystemCallError) {
        let (interface, addresses, isShared) = (interface, prefixedAddresses, isShared)
        try namespace.run { () throws(SystemCallError) in
            if isShared {
                try settings.widen(for: interface)
            } else {
                try settings.apply(to: interface)
            }
            let routes = try RouteSocket()
            try routes.bringUp("lo")
            try routes.bringUp(
                interface,
                mtu: mtu,
                queueLength: Self.deviceQueue,
                resolvesAddresses: resolvesAddresses,
                joinsGroups: !settings.hasIPv6
            )
            for (address, length) in addresses {
                try routes.addAddress(address, prefixLength: length, to: interface)
            }
        }
    }

    /// Sets the initial congestion window, in segments, of its connections across the line.
    func setInitialWindow(_ segments: Int) throws(SystemCallError) {
        let (interface, addresses) = (interface, prefixedAddresses)
        try namespace.run { () throws(SystemCallError) in
            let routes = try RouteSocket()
            for (address, length) in addresses {
                try routes.setInitialWindow(segments, from: address, prefixLength: length, on: interface)
            }
        }
    }

    /// Lets packets for an address arrive here, and reach nobody.
    func fail(_ fault: IPv6Fault, reaching address: IPAddress) throws(SystemCallError) {
        try namespace.run { () throws(SystemCallError) in
            try RouteSocket().refuse(IPNetwork(host: address), fault == .noRoute ? .unreachable : .blackHole)
        }
    }

    private var prefixedAddresses: [(IPAddress, Int)] {
        addresses.map { ($0, $0.isV4 ? prefixLength : HostPlace.prefixLength6) }
    }

    /// Restricts the protocol processing of packets received across the line to these processors.
    func receive(on processors: ProcessorSet) throws(SystemCallError) {
        let interface = interface
        try namespace.run { () throws(SystemCallError) in
            try ReceiveSteering.keep(interface, to: processors)
        }
    }

    /// Times at which its packets leave it, from now on.
    func sendingTimes() throws(SystemCallError) -> SendingTimes {
        let interface = interface
        return try namespace.run { () throws(SystemCallError) in try SendingTimes.of(interface) }
    }

    /// Packets that the interface dropped because its queue was full.
    func droppedSends() throws(SystemCallError) -> Int {
        let interface = interface
        return try namespace.run { () throws(SystemCallError) in
            try InterfaceCounters.droppedSends(of: interface)
        }
    }
}
