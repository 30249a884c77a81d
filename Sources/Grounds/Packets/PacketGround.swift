package import Fixtures
package import LinkEngine
package import LinkModel
package import LinuxIO
package import Naming
package import Origin
package import Scenarios
import Serving
import TLS
package import Wire

/// The base of a bench of packets: both hosts, the line between them, and the origin at its far end.
///
/// The main thread builds it and takes it down, and stays on the client's host.
package final class PacketGround {
    private static let plainPort: UInt16 = 80
    private static let securePort: UInt16 = 443

    package let clock: RunClock
    package let hosts: HostPair
    package let origin: OriginServer
    /// nil if programs know the origin's address, and nothing else does.
    private let names: BenchNames?
    /// nil if both hosts speak one version of IP.
    private let translator: AddressTranslator?
    private let engine: PacketEngine

    /// The caller makes the hosts, since an unprivileged process must make them before it has a second
    /// thread. Without `drawing` the origin has no images.
    package init(
        _ scenario: Scenario,
        drawing: (any FixtureDrawing)?,
        hosts: HostPair,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        names asking: BenchNames.Asking? = .ifDelayed,
        redirecting redirection: NameRedirection? = nil,
        relay: NameRelay? = nil,
        trust: BenchTrust? = nil,
        translating others: AddressMapping.Clients? = nil,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws {
        self.hosts = hosts
        self.clock = clock
        names = try asking.map { asking in
            try BenchNames(
                hosts,
                scenario.link.parameters,
                asking,
                names: scenario.hosts.map(\.host),
                redirecting: redirection,
                relay: relay,
                clock: clock
            )
        }
        translator =
            scenario.link.parameters.ip == .nat64
            ? try Self.translator(hosts, others, scenario.origin.initialWindow) : nil
        // Make the images before anything is measured or recorded.
        origin = try hosts.onOrigin {
            let serves = hosts.place.originServes(scenario.link.parameters)
            let ports = try Self.ports(
                [serves.first, serves.other].compactMap(\.self),
                scenario.origin,
                trust
            )
            var configuration = OriginConfiguration(scenario)
            if !ports.isEmpty { configuration.alternative = HTTP3Ports.alternative(port: Self.securePort) }
            return try OriginServer(
                configuration: configuration,
                drawing: drawing,
                listeners: Self.listeners(serves, scenario.origin, trust),
                ports: ports,
                clock: clock,
                calendar: calendar,
                limits: .ofBench,
                isMeasured: true
            )
        }
        engine = try PacketEngine(
            hosts,
            link: scenario.link.parameters,
            seed: scenario.seed,
            clock: clock,
            logCapacity: logCapacity
        )
    }

    private static func translator(
        _ hosts: HostPair,
        _ others: AddressMapping.Clients?,
        _ initialWindow: Int?
    ) throws -> AddressTranslator {
        do throws(SystemCallError) {
            return try AddressTranslator(hosts, others: others, initialWindow: initialWindow)
        } catch {
            guard error.target == PacketPort.tunPath else { throw error }
            throw BenchError(
                "IPv6 is translated to IPv4 by a TUN interface: \(error)",
                advice: "sudo modprobe tun && sudo chmod 0666 \(PacketPort.tunPath); or run as root; "
                    + "in a container, start it with --device \(PacketPort.tunPath)"
            )
        }
    }

    /// The origin's listeners at each address: the HTTP port and, with `trust`, the HTTPS port.
    private static func listeners(
        _ addresses: (first: IPAddress, other: IPAddress?),
        _ settings: OriginSettings,
        _ trust: BenchTrust?
    ) throws(ListenerError) -> ListenerSet {
        // No fixed send buffer: the kernel sizes it by the window, and a fixed one would slow fast lines.
        func listener(
            _ address: IPAddress,
            _ port: UInt16,
            _ tls: TLSServerContext? = nil
        ) throws(ListenerError) -> Listener {
            try Listener(
                SocketAddress(host: address, port: port),
                congestion: settings.congestion.rawValue,
                sendBuffer: nil,
                tls: tls,
                protocols: HTTPProtocols(settings.http)
            )
        }
        var listeners = ListenerSet(try listener(addresses.first, plainPort))
        if let other = addresses.other { listeners.add(try listener(other, plainPort)) }
        guard let trust, !settings.httpOverTCP.isEmpty else { return listeners }
        for address in [addresses.first, addresses.other].compactMap({ $0 }) {
            listeners.add(try listener(address, securePort, trust.origin))
        }
        return listeners
    }

    /// Where the origin speaks HTTP/3, if it does: at the same port of UDP.
    private static func ports(
        _ addresses: [IPAddress],
        _ settings: OriginSettings,
        _ trust: BenchTrust?
    ) throws -> [any ServedPort] {
        guard let trust else { return [] }
        return try HTTP3Ports.open(
            at: addresses.map { SocketAddress(host: $0, port: securePort) },
            settings,
            trust.identity,
            keyLog: trust.keyLog,
            limits: .ofBench,
            isTraced: true
        )
    }

    /// Starts origin and line.
    package func start() throws {
        try names?.start()
        try translator?.start()
        try origin.start()
        try engine.start()
    }

    /// Changes the line from now on.
    package func change(to link: LinkParameters) {
        engine.change(link)
    }

    /// Changes the shared line, or a client's own, from now on. All clients ask the same name server, which follows the shared
    /// line.
    package func change(_ order: LineOrder) {
        engine.change(order)
        if case .shared(let link) = order { names?.change(link) }
    }

    /// Why the line or the origin has ended by itself; nil if both work.
    package var failure: String? {
        engine.failure.map { Self.ended($0) } ?? origin.failure.map { "the origin stopped: \($0)" }
            ?? translator?.failure.map { "the translator stopped: \($0)" }
    }

    private static func ended(_ error: SystemCallError) -> String { "the link engine stopped: \(error)" }

    /// Stops from the far end inwards: first the origin, then the line. Returns the line's report, and the
    /// failures of parts that ended by themselves.
    package func takeDown() -> (line: EngineReport, failures: [String]) {
        origin.stop()
        let silence = names?.stop()
        translator?.stop()
        let line = engine.stop()
        return (
            line,
            [
                line.failure.map { Self.ended($0) },
                origin.failure.map { "the origin stopped: \($0)" },
                translator?.failure.map { "the translator stopped: \($0)" },
                silence.map { "the name server stopped: \($0)" },
            ].compactMap { $0 }
        )
    }
}
