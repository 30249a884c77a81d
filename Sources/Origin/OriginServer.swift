package import Fixtures
import HTTP
package import LinuxIO
package import Logs
import Scenarios
package import Serving

/// The bench's origin: serves images of exact sizes and records what it did and when.
///
/// Any thread may call it. Connections belong to the network namespace that their listener was made in.
/// Listeners with and without TLS serve the same files and write one log.
package final class OriginServer: Sendable {
    private let responder: OriginResponder
    private let server: HTTPServer

    /// `calendar` gives the dates. `folder` is asked for paths that a scenario's files do not have.
    /// `observer` is told of every exchange, on the server's thread.
    ///
    /// Makes every file's image before it returns, so that making one never counts as server time. Without `drawing` an
    /// image among the files is an error, and none are made on request.
    package init(
        configuration: OriginConfiguration,
        drawing: (any FixtureDrawing)?,
        folder: FolderSite? = nil,
        listeners: consuming ListenerSet,
        ports: [any ServedPort] = [],
        clock: RunClock,
        calendar: Calendar = Calendar(),
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false,
        logCapacity: Int = OriginLog.usualCapacity,
        observer: @escaping @Sendable (ServedExchange) -> Void = { _ in }
    ) throws(OriginError) {
        let responder = try OriginResponder(
            configuration,
            drawing: drawing,
            folder: folder,
            log: OriginLog(capacity: logCapacity),
            calendar: calendar,
            observer: observer
        )
        var limits = limits
        // The kernel still completes the connections.
        if configuration.settings.behaviour.fault.value?.kind == .neverAccept { limits.connections = 0 }
        self.responder = responder
        do throws(SystemCallError) {
            server = try HTTPServer(
                listeners: listeners,
                ports: ports,
                responder: responder,
                clock: clock,
                limits: limits,
                isMeasured: isMeasured
            )
        } catch {
            throw .system(error)
        }
    }

    /// An origin with one listener.
    package convenience init(
        configuration: OriginConfiguration,
        drawing: (any FixtureDrawing)?,
        listener: consuming Listener,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false
    ) throws(OriginError) {
        try self.init(
            configuration: configuration,
            drawing: drawing,
            listeners: ListenerSet(listener),
            clock: clock,
            calendar: calendar,
            limits: limits,
            isMeasured: isMeasured
        )
    }

    /// The first listener's.
    package var port: UInt16 { server.port }
    package var address: SocketAddress { server.address }
    /// One for each listener, in their order.
    package var addresses: [SocketAddress] { server.addresses }

    /// Why it ended by itself; nil if it did not.
    package var failure: SystemCallError? { server.failure }

    /// Requests that did not fit into the log.
    package var unloggedRequests: Int { responder.log.contents.left }

    /// Why no connection could be accepted since the last call, such as a lack of descriptors; nil if all
    /// were. Waiting clients are served later.
    package func takePause() -> SystemCallError? { responder.takePause() }

    /// Number of TLS failures by OpenSSL's description: clients that do not trust the certificate, or that
    /// speak something else. Such connections have no entry in the log.
    package var failedSessions: [String: Int] { responder.failedSessions }

    /// The connections that the origin ended because their clients took too long, in sentences without a full stop.
    package var expiries: [String] { responder.expired.map { $0.words($1) }.sorted() }

    package func start() throws(OriginError) {
        do throws(SystemCallError) {
            try server.start()
        } catch {
            throw .system(error)
        }
    }

    /// Accepts no more connections and requests, and ends by itself when the requests under way are answered.
    /// Returns at once.
    package func finish() {
        server.finish()
    }

    /// True once it has ended by itself.
    package var hasEnded: Bool { server.hasEnded }

    /// Gives these files new bytes of the same sizes, and new validators. Responses under way keep the old
    /// bytes. If one file is unknown, none changes.
    package func change(_ files: [String]) throws(OriginError) {
        try responder.sites.change(files)
    }

    /// The exchanges that have ended, in that order.
    package func log() -> [OriginLogEntry] {
        responder.log.contents.entries
    }

    /// What it sent on HTTP/3 connections that have ended, if its ports keep traces.
    package func quicLog() -> [QUICLogEntry] { responder.quicLog }

    /// Ends every connection at once and returns the whole log. A second call returns the same.
    @discardableResult
    package func stop() -> [OriginLogEntry] {
        server.stop()
        responder.close()
        return log()
    }
}
