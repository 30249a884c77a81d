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
    /// Bytes that the origin can write before the line takes them. More would only wait in the kernel.
    private static let sendBuffer: Int32 = 256 << 10
    /// Connections of the server and of the line. Each needs one descriptor, and one more for a file.
    private static let connections = 10_000

    /// The address that clients connect to.
    let address: SocketAddress
    private let origin: OriginServer
    private let line: StreamLine?

    init(
        _ plan: ServePlan,
        _ options: ServeOptions,
        trust: ServeTrust?,
        log: AccessLog,
        clock: RunClock
    ) throws {
        DescriptorLimit.raise()
        let listens = plan.line == nil ? options.address : SocketAddress(address: 0x7F00_0001, port: 0)
        let order = OriginOrder(plan, options)
        let clients = LineClients()
        let crossings = plan.line.map { _ in StreamCrossings() }
        origin = try OriginServer(
            configuration: order.configuration,
            folder: try order.site(),
            listeners: ListenerSet(
                try Listener(
                    listens,
                    congestion: order.congestion,
                    sendBuffer: plan.line == nil ? nil : Self.sendBuffer,
                    tls: trust?.server,
                    protocols: HTTPProtocols(plan.http)
                )
            ),
            clock: clock,
            limits: ServingLimits(connections: Self.connections),
            isMeasured: plan.line != nil,
            // Entries are written as they arrive; nothing reads the whole log afterwards.
            logCapacity: 0,
            observer: { log.add($0, client: clients[$0.client], over: crossings) }
        )
        line = try Self.line(plan, options, to: origin.address, clients, crossings, clock)
        address = line?.address ?? origin.address
    }

    private static func line(
        _ plan: ServePlan,
        _ options: ServeOptions,
        to server: SocketAddress,
        _ clients: LineClients,
        _ crossings: StreamCrossings?,
        _ clock: RunClock
    ) throws -> StreamLine? {
        guard let link = plan.line else { return nil }
        let order = StreamOrder(
            listen: options.address,
            upstream: server,
            link: link.parameters,
            seed: plan.scenario.seed,
            lossAsDelay: options.lossAsDelay,
            limits: StreamLimits(connections: connections, logCapacity: 0),
            connected: { clients.note($0, as: $1) },
            crossings: crossings
        )
        do throws(StreamLineError) {
            return try StreamLine(order, clock: clock)
        } catch .system(let error) {
            throw ListenerError(error, on: options.address)
        }
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

    /// Ends everything at once.
    func stop() {
        origin.stop()
        _ = line?.stop()
    }
}
