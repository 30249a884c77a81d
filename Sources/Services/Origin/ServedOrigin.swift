import Grounds
import Images
import LinkEngine
import LinuxIO
import Origin
import Scenarios
import Serving
import Testbed

/// The server of `netlab serve`, and the line in front of it if there is one.
///
/// The main thread makes, starts and ends it.
final class ServedOrigin {
    /// Connections of the server and of the line. Each needs one descriptor, and one more for a file.
    private static let connections = 10_000

    /// The address that clients connect to.
    let address: SocketAddress
    private let origin: OriginServer
    private let line: StreamLine?
    /// The line, for whoever changes it.
    let servedLine: ServedLine

    init(
        _ plan: ServePlan,
        _ options: ServeOptions,
        trust: ServeTrust?,
        log: AccessLog,
        clock: RunClock
    ) throws {
        DescriptorLimit.raise()
        ProcessHeap.share()
        let isShaped = plan.line.settings != nil
        let order = OriginOrder(plan, options)
        let clients = LineClients()
        let crossings = isShaped ? StreamCrossings() : nil
        let listener = try Listener(
            plan.line.server(for: options.address),
            congestion: order.congestion,
            sendBuffer: isShaped ? StreamGround.sendBuffer : nil,
            tls: trust?.server,
            protocols: HTTPProtocols(plan.http)
        )
        let limits = ServingLimits(connections: Self.connections)
        var configuration = order.configuration
        var ports: [any ServedPort] = []
        if let trust {
            configuration.settings.http = plan.http
            ports = try HTTP3Ports.open(
                at: [listener.address],
                configuration.settings,
                trust.identity,
                limits: limits
            )
            if !ports.isEmpty { configuration.alternative = HTTP3Ports.alternative(port: listener.port) }
        }
        origin = try OriginServer(
            configuration: configuration,
            drawing: LibraryDrawing(),
            folder: try order.site(),
            listeners: ListenerSet(listener),
            ports: ports,
            clock: clock,
            limits: limits,
            isMeasured: isShaped,
            // Entries are written as they arrive; nothing reads the whole log afterwards.
            logCapacity: 0,
            observer: { log.add($0, client: clients[$0.client], over: crossings) }
        )
        line = try plan.line.open(
            from: options.address,
            to: origin.address,
            clients,
            crossings,
            connections: Self.connections,
            clock
        )
        servedLine = ServedLine(line, plan.line)
        address = line?.address ?? origin.address
    }

    func start() throws {
        try origin.start()
        try line?.start()
    }

    /// Stops accepting connections; transfers under way continue.
    func finish() {
        line?.finish()
        origin.finish()
    }

    /// True once nothing is under way.
    var hasEnded: Bool { origin.hasEnded && line?.hasEnded ?? true }

    /// Why the server or the line ended by itself; nil if neither did.
    var failure: String? {
        if let failure = origin.failure { return "the server stopped: \(failure)" }
        return line?.failure.map { "the line stopped: \($0)" }
    }

    /// Why accepting connections failed since the last call; nil if it did not.
    func takePause() -> SystemCallError? { origin.takePause() }

    /// Failed TLS sessions, counted by reason.
    var failedSessions: [String: Int] { origin.failedSessions }
    /// Connections that ended because their clients took too long.
    var expiries: [String] { origin.expiries }

    /// Ends everything at once.
    func stop() {
        origin.stop()
        _ = line?.stop()
    }
}
