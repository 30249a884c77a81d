package import LinkModel
package import LinuxIO
import RealTime
package import Runs
import Wire

/// The two hosts at the ends of a line, `client` and `origin`, and the ports at which their packets come and go.
///
/// The thread that makes the pair is left on the client's host, and threads that it starts from then on are there
/// too. The hosts live as long as the pair, a thread on them, or a socket made there; nothing is left behind on the
/// machine, not even where the process is killed.
package final class HostPair: Sendable {
    package static let clientAddress: UInt32 = 0xC612_0001
    package static let originAddress: UInt32 = 0xC612_0002
    package static let originAddressText = IPAddress.v4(originAddress).description
    package static let clientInterface = "client0"
    package static let originInterface = "origin0"

    /// The largest IP packet that comes together out of several (it bears no length of more than 16 bits).
    private static let largestMerged = 65_535

    package let mtu: Int
    /// True where nothing shapes the line, now or later.
    let isUnshaped: Bool
    /// True where the line has, or later comes to have, so many packets that to hand them over and to carry them
    /// through the hosts' protocols is more than one processor's work.
    let isFast: Bool
    package let client: BenchHost
    package let origin: BenchHost
    let ports: PortPair

    /// Makes both hosts for a line, and moves the calling thread onto the client's. `laterLinks` are those that the line may
    /// change to: buffers are made for the greatest of them all.
    ///
    /// Where nothing shapes any of them, and TUN carries, the hosts leave packets of a stream together: the line carries
    /// several times as much, and log and captures show packets of up to 64 KiB. `offload: false` keeps them apart.
    ///
    /// The first pair of an ordinary user's process must be made before the process has its second thread.
    package init(
        _ link: LinkParameters,
        laterLinks: [LinkParameters] = [],
        carrier choice: CarrierChoice = .automatic,
        transport: HostTransport = HostTransport(),
        offload: Bool = true
    ) throws(HostPairError) {
        do { try Sandbox.enter() } catch { throw .sandbox(error) }
        mtu = link.mtu
        let links = [link] + laterLinks
        isUnshaped = links.allSatisfy(\.shapesNothing)
        isFast = links.contains(where: Self.isFast)
        do {
            client = try BenchHost(interface: Self.clientInterface, address: Self.clientAddress)
            origin = try BenchHost(interface: Self.originInterface, address: Self.originAddress)
        } catch {
            throw .setUp(error)
        }
        ports = try PortPair.connect(
            client,
            origin,
            mtu: link.mtu,
            by: choice,
            offload: offload && isUnshaped
        )
        let settings = NetworkSettings(largestBuffer: links.map(Self.largestBuffer).max() ?? 0)
        var clientSettings = settings
        clientSettings.receiveBuffer = transport.receiveBuffer
        let resolvesAddresses = ports.carrier == .tun
        do {
            try client.bringUp(mtu: mtu, settings: clientSettings, resolvesAddresses: resolvesAddresses)
            try origin.bringUp(mtu: mtu, settings: settings, resolvesAddresses: resolvesAddresses)
            if let window = transport.initialWindow { try origin.setInitialWindow(window) }
            try client.namespace.enter()
        } catch {
            throw .setUp(error)
        }
    }

    package var carrier: LinkRecord.Carrier { ports.carrier }

    /// True where log and captures may show several packets as one.
    package var offloads: Bool { ports.offloads }

    /// What the engine must have room for, in bytes of IP.
    var largestPacket: Int { offloads ? Self.largestMerged : mtu }

    /// Why TUN was passed over; nil where it was not.
    package var tunRefusal: SystemCallError? { ports.tunRefusal }

    /// Has what the line hands over to the hosts be carried through their protocols by these processors only.
    func receive(on processors: ProcessorSet) throws(SystemCallError) {
        try client.receive(on: processors)
        try origin.receive(on: processors)
    }

    /// Runs `body` on the calling thread on the client's host, and comes back.
    package func onClient<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try client.namespace.run { () throws(SystemCallError) in Result { try body() } }.get()
    }

    /// Runs `body` on the calling thread on the origin's host, and comes back. Sockets made there stay there.
    package func onOrigin<Value: ~Copyable>(_ body: () throws -> Value) throws -> Value {
        try origin.namespace.run { () throws(SystemCallError) in Result { try body() } }.get()
    }

    /// When the packets leave the host from which they go in this direction. nil where that cannot be had: a packet then
    /// counts as come when it is read.
    func sendingTimes(_ direction: LinkDirection) -> SendingTimes? {
        try? direction == .up ? client.sendingTimes() : origin.sendingTimes()
    }

    /// Packets that the host from which they go in this direction has sent so far, and that were dropped before they could be
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

    /// Twice what the line and its fuller queue hold, twice again because the kernel counts its own bookkeeping:
    /// windows must end at the congestion window, never at a buffer.
    private static func largestBuffer(for link: LinkParameters) -> Int {
        let inFlight = LinkDirection.allCases.map { direction in
            Int(link[direction].bytes(in: link.roundTripDelay) ?? 0) + link.queueBytes(direction)
        }
        return min(1 << 29, max(16 << 20, 4 * (inFlight.max() ?? 0)))
    }
}
