import Capture
import LinkEngine
import LinkModel
import LinuxIO
import Naming
import Phones
import Scenarios
import TLS
import Testbed
import Wire

/// A line with phones at its near end, and this machine's network at its far end.
///
/// The packets of the phones come out of an interface on the client's host, which passes them on across the line.
final class PhoneBench {
    private static let interface = "phones0"

    let gateway: PhoneGateway
    private let bench: GuestBench
    private let ip: IPVersions

    /// `watcher` gets the packets of the phones' end of the line.
    ///
    /// The bench's own thread must be the main one, before there is a second.
    init(
        _ plan: BenchPlan,
        _ book: PhoneBook,
        at sockets: consuming PhoneSockets,
        capture: String?,
        redirecting redirection: NameRedirection?,
        watcher: PacketMailbox?
    ) throws {
        bench = try GuestBench(
            plan,
            capture: capture,
            internet: true,
            behind: [PhoneAddresses.networks.ip4, PhoneAddresses.networks.ip6],
            largestPacket: PhoneConfiguration.mtu,
            redirecting: redirection,
            watcher: watcher
        )
        ip = plan.scenario.link.parameters.ip
        let (merges, ip) = (bench.mergesPackets, ip)
        let port = try bench.onClient { try Self.port(merges: merges, ip) }
        gateway = try PhoneGateway(book.phones, key: book.key, at: sockets, port, clock: RunClock())
        try gateway.start()
    }

    /// With `merges` it takes several packets of a stream as one. It gives each by itself, as phones get them.
    private static func port(merges: Bool, _ ip: IPVersions) throws(SystemCallError) -> PacketPort {
        let port = try PacketPort.tun(interface, offload: merges)
        if merges { try port.setOffload(false) }
        let routes = try RouteSocket()
        try routes.bringUp(interface, mtu: PhoneConfiguration.mtu)
        if ip.clientHasV6 { try NetworkSettings.useQuietIPv6(on: interface) }
        for address in PhoneAddresses.netlab.list(ip) {
            let network = address.isV4 ? PhoneAddresses.networks.ip4 : PhoneAddresses.networks.ip6
            try routes.addAddress(address, prefixLength: network.bits, to: interface)
        }
        return port
    }

    /// Where the phone is reached inside of the tunnel.
    func address(of phone: Phone) -> IPAddress { ip.clientHasV4 ? phone.addresses.ip4 : phone.addresses.ip6 }

    /// Runs the body on the host behind the line. Sockets and threads that it makes stay there.
    func behindLine(_ body: () throws -> Void) throws {
        try bench.onOrigin(body)
    }

    /// Changes the shared line, or a phone's own. Returns once that is in force.
    func change(_ order: LineOrder) {
        bench.change(order)
    }

    var objectionToNames: String? { bench.objectionToNames }

    /// Why a part has ended by itself; nil if all work.
    var failure: String? {
        gateway.failure.map { "the tunnel ended: \($0)" } ?? bench.failure
    }

    /// `secrets` are those of sessions in the capture, beside the origin's.
    func finish(_ secrets: KeyLog?) -> GuestSummary {
        gateway.stop()
        return bench.finish(others: secrets)
    }
}
