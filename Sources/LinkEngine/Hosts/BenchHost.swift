package import LinuxIO
import RealTime

/// One of the two hosts on the line: a network namespace with one interface and the loopback.
package struct BenchHost: ~Copyable, Sendable {
    /// Both hosts are in 198.18.0.0/15, the range reserved for benchmarks; all of it is across the line.
    static let prefixLength = 15
    /// The interface's own queue must never be the bottleneck: when it is full, the kernel drops packets
    /// silently.
    static let deviceQueue = 10_000

    package let namespace: NetworkNamespace
    package let interface: String
    /// The four octets, most significant first.
    package let address: UInt32

    init(interface: String, address: UInt32) throws(SystemCallError) {
        namespace = try NetworkNamespace.make()
        self.interface = interface
        self.address = address
    }

    /// Brings loopback and interface up, with the settings in force before the first packet.
    func bringUp(mtu: Int, settings: NetworkSettings, resolvesAddresses: Bool) throws(SystemCallError) {
        let (interface, address) = (interface, address)
        try namespace.run { () throws(SystemCallError) in
            try settings.apply()
            let routes = try RouteSocket()
            try routes.bringUp("lo")
            try routes.bringUp(
                interface,
                mtu: mtu,
                queueLength: Self.deviceQueue,
                resolvesAddresses: resolvesAddresses
            )
            try routes.addAddress(address, prefixLength: Self.prefixLength, to: interface)
        }
    }

    /// Sets the initial congestion window, in segments, of its connections across the line.
    func setInitialWindow(_ segments: Int) throws(SystemCallError) {
        let (interface, address) = (interface, address)
        try namespace.run { () throws(SystemCallError) in
            try RouteSocket().setInitialWindow(
                segments,
                from: address,
                prefixLength: Self.prefixLength,
                on: interface
            )
        }
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
