package import LinkModel
package import LinuxIO
import RealTime
package import Runs
package import Wire

/// The two hosts at the ends of a line, `client` and `origin`, and the ports through which their packets
/// pass.
///
/// The thread that makes the pair stays on the client's host, and threads that it starts later are there too.
/// The hosts live as long as the pair, a thread on them, or a socket made there. Nothing is left on the
/// machine, even if the process is killed.
package final class HostPair: Sendable {
    package static let clientAddress = HostPlace.first.clientAddress
    package static let originAddress = HostPlace.first.originAddress
    package static let originAddressText = HostPlace.first.originAddressText
    package static let clientInterface = HostPlace.first.clientInterface
    package static let originInterface = HostPlace.first.originInterface

    /// The largest IP packet merged from several: its length field has 16 bits.
    private static let largestMerged = 65_535

    package let place: HostPlace
    package let mtu: Int
    /// True if nothing shapes the line, now or later.
    let isUnshaped: Bool
    /// True if the line, now or later, carries so many packets that handing them over and processing them in
    /// the hosts' protocols is too much work for one processor.
    let isFast: Bool
    package let client: BenchHost
    package let origin: BenchHost
    let ports: PortPair

    /// Makes both hosts for a line, and moves the calling thread onto the client's. `laterLinks` are those
    /// that the line may change to; buffers are sized for the largest of all. For a `place` beside the first, the
    /// thread must be on the client's host, which becomes the end of this line, too.
    ///
    /// If nothing shapes any of them and TUN carries, the hosts keep merged packets of a stream together: the
    /// line carries several times as much, and log and captures show packets of up to 64 KiB. `offload:
    /// false` keeps packets apart.
    ///
    /// In an ordinary user's process, the first pair must be made before the process starts a second thread.
    package init(
        _ link: LinkParameters,
        at place: HostPlace = .first,
        laterLinks: [LinkParameters] = [],
        carrier choice: CarrierChoice = .automatic,
        transport: HostTransport = HostTransport(),
        offload: Bool = true
    ) throws(HostPairError) {
        do { try Sandbox.enter() } catch { throw .sandbox(error) }
        self.place = place
        mtu = link.mtu
        let links = [link] + laterLinks
        isUnshaped = links.allSatisfy(\.shapesNothing)
        isFast = links.contains(where: Self.isFast)
        do {
            client = try .client(of: place, link.ip)
            origin = try .origin(of: place, link.ip)
        } catch {
            throw .setUp(error)
        }
        ports = try PortPair.connect(
            client,
            origin,
            mtu: link.mtu,
            link.ip,
            by: choice,
            offload: offload && isUnshaped
        )
        var settings = NetworkSettings(largestBuffer: links.map(Self.largestBuffer).max() ?? 0)
        settings.hasIPv6 = link.ip != .v4
        var clientSettings = settings
        clientSettings.receiveBuffer = transport.receiveBuffer
        let resolvesAddresses = ports.carrier == .tun
        do {
            try client.bringUp(mtu: mtu, settings: clientSettings, resolvesAddresses: resolvesAddresses)
            try origin.bringUp(mtu: mtu, settings: settings, resolvesAddresses: resolvesAddresses)
            if let window = transport.initialWindow { try origin.setInitialWindow(window) }
            if link.ip.clientHasV6 { try leadIPv6(to: place.originAddress6) }
            if let fault = link.ip6Fault { try origin.fail(fault, reaching: place.faultyAddress6) }
            try client.namespace.enter()
        } catch {
            throw .setUp(error)
        }
    }

    /// Sends all IPv6 packets of the client's host to the origin's, which says where no way leads on. Without a route of their own
    /// programs take it that there is no IPv6, and ask for no IPv6 addresses.
    private func leadIPv6(to gateway: IPAddress) throws(SystemCallError) {
        let interface = client.interface
        try client.namespace.run { () throws(SystemCallError) in
            try RouteSocket().addDefaultRoute(by: gateway, on: interface)
        }
        try origin.namespace.run { () throws(SystemCallError) in try PacketForwarding.turnOn(.v6) }
    }

    package var carrier: LinkRecord.Carrier { ports.carrier }

    /// True if log and captures may show several packets as one.
    package var offloads: Bool { ports.offloads }

    /// Largest packet that the engine must handle, in bytes of IP.
    var largestPacket: Int { offloads ? Self.largestMerged : mtu }

    /// Why TUN was not used; nil if it was not refused.
    package var tunRefusal: SystemCallError? { ports.tunRefusal }

    /// Restricts the hosts' protocol processing of packets from the line to these processors.
    func receive(on processors: ProcessorSet) throws(SystemCallError) {
        try client.receive(on: processors)
        try origin.receive(on: processors)
    }

    /// Moves the calling thread to the client's host, runs `body`, and moves it back.
    package func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try client.namespace.run { () throws(SystemCallError) in Result { try body() } }.get()
    }

    /// Moves the calling thread to the origin's host, runs `body`, and moves it back. Sockets made there stay
    /// there.
    package func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try origin.namespace.run { () throws(SystemCallError) in Result { try body() } }.get()
    }

    /// Gives the origin's host one more address across the line.
    package func addOriginAddress(_ address: IPAddress) throws(SystemCallError) {
        let interface = origin.interface
        try origin.namespace.run { () throws(SystemCallError) in
            try RouteSocket().addAddress(address, prefixLength: address.width, to: interface)
        }
    }

    /// Times at which packets of this direction leave their host; nil if they are not available. A packet's
    /// arrival is then the time at which it is read.
    func sendingTimes(_ direction: LinkDirection) -> SendingTimes? {
        try? direction == .up ? client.sendingTimes() : origin.sendingTimes()
    }

    /// Packets of this direction that their host has sent so far and that were dropped before they could be
    /// read from its port.
    func missedPackets(_ direction: LinkDirection) throws(SystemCallError) -> Int {
        switch direction {
        case .up: try client.droppedSends() + ports.client.takeDrops()
        case .down: try origin.droppedSends() + ports.origin.takeDrops()
        }
    }

    /// From 200 Mbit/s: 17,000 full packets a second and half as many acknowledgements, at up to 8 us each.
    private static let fastRate: Int64 = 200_000_000

    private static func isFast(_ link: LinkParameters) -> Bool {
        LinkDirection.allCases.contains { (link[$0].rateBps ?? 0) >= fastRate }
    }

    /// Twice what the line and its fuller queue hold, doubled again because the kernel counts its own
    /// bookkeeping: the congestion window must limit a window, never a buffer.
    private static func largestBuffer(for link: LinkParameters) -> Int {
        let inFlight = LinkDirection.allCases.map { direction in
            Int(link[direction].bytes(in: link.roundTripDelay) ?? 0) + link.queueBytes(direction)
        }
        return min(1 << 29, max(16 << 20, 4 * (inFlight.max() ?? 0)))
    }
}
