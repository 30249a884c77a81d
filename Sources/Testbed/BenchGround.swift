import LinkEngine
import LinkModel
import LinuxIO
import Naming
import Origin
import Scenarios
import Serving
import TLS
import Wire

/// What every bench stands on: the two hosts, the line between them, and the origin at its far end.
///
/// It is built and taken down by the main thread, which it leaves on the client's host.
final class BenchGround {
    private static let plainPort: UInt16 = 80
    private static let securePort: UInt16 = 443

    let clock: RunClock
    let hosts: HostPair
    let origin: OriginServer
    private let names: BenchNames
    private let engine: PacketEngine

    /// The hosts come from outside: an ordinary user's process makes them before it has its second thread.
    init(
        _ plan: BenchPlan,
        hosts: HostPair,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        names asking: BenchNames.Asking = .whereDelayed,
        relay: NameRelay? = nil,
        trust: BenchTrust? = nil,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws {
        self.hosts = hosts
        self.clock = clock
        let scenario = plan.scenario
        names = try BenchNames(
            hosts,
            scenario.link.parameters,
            asking,
            names: scenario.hosts.map(\.host),
            relay: relay,
            clock: clock
        )
        // Images are made before anything is measured or recorded.
        origin = try hosts.onOrigin {
            try OriginServer(
                configuration: OriginConfiguration(scenario),
                listeners: Self.listeners(scenario.origin, trust),
                clock: clock,
                calendar: calendar,
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

    /// Where the origin is found: the port of HTTP, and where it is trusted that of HTTPS.
    private static func listeners(
        _ settings: OriginSettings,
        _ trust: BenchTrust?
    ) throws(ListenerError) -> ListenerSet {
        // The kernel sizes the buffer by the window: a fixed one would hold fast lines back.
        func listener(_ port: UInt16, _ tls: TLSServerContext? = nil) throws(ListenerError) -> Listener {
            try Listener(
                address: HostPair.originAddressText,
                port: port,
                congestion: settings.congestion.rawValue,
                sendBuffer: nil,
                tls: tls,
                protocols: HTTPProtocols(settings.http)
            )
        }
        var listeners = ListenerSet(try listener(plainPort))
        if let trust { listeners.add(try listener(securePort, trust.origin)) }
        return listeners
    }

    /// Starts to serve and to carry.
    func start() throws {
        try names.start()
        try origin.start()
        try engine.start()
    }

    /// Has the line be another from now on.
    func change(to link: LinkParameters) {
        engine.change(link)
    }

    /// From the far end inwards: the origin says nothing more, then the line carries nothing more. Answers what the line
    /// did, and why any of them ended by itself where it did.
    func takeDown() -> (line: EngineReport, failures: [String]) {
        origin.stop()
        let silence = names.stop()
        let line = engine.stop()
        return (
            line,
            [
                line.failure.map { "the link engine stopped: \($0)" },
                origin.failure.map { "the origin stopped: \($0)" },
                silence.map { "the name server stopped: \($0)" },
            ].compactMap { $0 }
        )
    }
}
