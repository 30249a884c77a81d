import LinkModel
import LinuxIO
import Phones
import Testbed
import Wire

/// A line with phones at its near end, and this machine's network at its far end.
///
/// The packets of the phones come out of an interface on the client's host, which passes them on across the line.
final class PhoneBench {
    private static let interface = "phones0"
    private static let prefixLength = 24

    let gateway: PhoneGateway
    private let bench: GuestBench

    /// The bench's own thread must be the main one, before there is a second.
    init(
        _ plan: BenchPlan,
        _ book: PhoneBook,
        at sockets: consuming PhoneSockets,
        capture: String?
    ) throws {
        bench = try GuestBench(
            plan,
            capture: capture,
            internet: true,
            behind: PhoneAddresses.network
        )
        let port = try bench.onClient { try Self.port() }
        gateway = try PhoneGateway(book.phones, key: book.key, at: sockets, port, clock: RunClock())
        try gateway.start()
    }

    private static func port() throws(SystemCallError) -> PacketPort {
        let port = try PacketPort.tun(interface)
        let routes = try RouteSocket()
        try routes.bringUp(interface, mtu: PhoneConfiguration.mtu)
        if case .v4(let address) = PhoneAddresses.netlab.ip4 {
            try routes.addAddress(address, prefixLength: prefixLength, to: interface)
        }
        return port
    }

    /// Changes the line from now on. The hosts keep their MTU.
    func change(to link: LinkParameters) {
        bench.change(to: link)
    }

    var resolvesNames: Bool { bench.resolvesNames }

    /// Why a part has ended by itself; nil if all work.
    var failure: String? {
        gateway.failure.map { "the tunnel ended: \($0)" } ?? bench.failure
    }

    func finish() -> GuestSummary {
        gateway.stop()
        return bench.finish()
    }
}
