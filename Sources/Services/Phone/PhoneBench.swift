import LinkModel
import LinuxIO
import Naming
import Phones
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

    /// The bench's own thread must be the main one, before there is a second.
    init(
        _ plan: BenchPlan,
        _ book: PhoneBook,
        at sockets: consuming PhoneSockets,
        capture: String?,
        redirecting redirection: NameRedirection?
    ) throws {
        bench = try GuestBench(
            plan,
            capture: capture,
            internet: true,
            behind: PhoneAddresses.network,
            redirecting: redirection
        )
        let merges = bench.mergesPackets
        let port = try bench.onClient { try Self.port(merges: merges) }
        gateway = try PhoneGateway(book.phones, key: book.key, at: sockets, port, clock: RunClock())
        try gateway.start()
    }

    /// With `merges` it takes several packets of a stream as one. It gives each by itself, as phones get them.
    private static func port(merges: Bool) throws(SystemCallError) -> PacketPort {
        let port = try PacketPort.tun(interface, offload: merges)
        if merges { try port.setOffload(false) }
        let routes = try RouteSocket()
        try routes.bringUp(interface, mtu: PhoneConfiguration.mtu)
        if case .v4(let address) = PhoneAddresses.netlab.ip4 {
            try routes.addAddress(address, prefixLength: PhoneAddresses.network.prefixLength, to: interface)
        }
        return port
    }

    /// Runs the body on the host behind the line. Sockets and threads that it makes stay there.
    func behindLine(_ body: () throws -> Void) throws {
        try bench.onOrigin(body)
    }

    /// Changes the line from now on. The hosts keep their MTU.
    func change(to link: LinkParameters) {
        bench.change(to: link)
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
