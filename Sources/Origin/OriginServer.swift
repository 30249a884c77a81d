package import LinuxIO
package import Logs
import Scenarios
package import Serving

/// The bench's origin: serves images of exact sizes and writes down what it did and when.
///
/// Any thread may call it. Connections belong to the network namespace that their listener was made in. Listeners with
/// TLS and without serve the same files, and write one log.
package final class OriginServer: Sendable {
    private let responder: OriginResponder
    private let server: HTTPServer

    /// Dates go by `calendar`. Where a scenario's files do not have what is asked for, `folder` is asked. `observer` is told of every exchange, on
    /// the server's thread.
    ///
    /// Makes every file's image before it returns, so that making one never counts as the server's time.
    package init(
        configuration: OriginConfiguration,
        folder: FolderSite? = nil,
        listeners: consuming ListenerSet,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false,
        logCapacity: Int = OriginLog.usualCapacity,
        observer: @escaping @Sendable (ServedExchange) -> Void = { _ in }
    ) throws(OriginError) {
        let responder = try OriginResponder(
            configuration,
            folder: folder,
            log: OriginLog(capacity: logCapacity),
            calendar: calendar,
            observer: observer
        )
        var limits = limits
        // The kernel makes the connections all the same.
        if configuration.settings.behaviour.fault.value?.kind == .neverAccept { limits.connections = 0 }
        self.responder = responder
        do throws(SystemCallError) {
            server = try HTTPServer(
                listeners: listeners,
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
        listener: consuming Listener,
        clock: RunClock,
        calendar: Calendar = Calendar(),
        limits: ServingLimits = ServingLimits(),
        isMeasured: Bool = false
    ) throws(OriginError) {
        try self.init(
            configuration: configuration,
            listeners: ListenerSet(listener),
            clock: clock,
            calendar: calendar,
            limits: limits,
            isMeasured: isMeasured
        )
    }

    /// Of the first listener.
    package var port: UInt16 { server.port }
    package var address: SocketAddress { server.address }
    /// Of each listener, in their order.
    package var addresses: [SocketAddress] { server.addresses }

    /// Why it ended by itself; nil where it did not.
    package var failure: SystemCallError? { server.failure }

    /// Requests that the log had no room for.
    package var unloggedRequests: Int { responder.log.contents.left }

    /// Why no connection could be taken since the last call, such as for want of descriptors; nil where all were. Those
    /// who wait are served later.
    package func takePause() -> SystemCallError? { responder.takePause() }

    /// How often TLS failed, by what was wrong in OpenSSL's words: clients that do not trust the certificate, or that
    /// speak something else. Such connections have no entry in the log.
    package var failedSessions: [String: Int] { responder.failedSessions }

    package func start() throws(OriginError) {
        do throws(SystemCallError) {
            try server.start()
        } catch {
            throw .system(error)
        }
    }

    /// Takes no more connections and requests; ends by itself when what is under way is answered. Returns at once.
    package func finish() {
        server.finish()
    }

    /// True once it has ended by itself.
    package var hasEnded: Bool { server.hasEnded }

    /// Gives these files new bytes and validators, of the same sizes. Responses under way keep the old bytes. None
    /// changes where one is unknown.
    package func change(_ files: [String]) throws(OriginError) {
        try responder.sites.change(files)
    }

    /// What was done so far, in the order in which it was done with; exchanges under way are not in it.
    package func log() -> [OriginLogEntry] {
        responder.log.contents.entries
    }

    /// Ends every connection at once and answers the whole log. A second call answers the same.
    @discardableResult
    package func stop() -> [OriginLogEntry] {
        server.stop()
        responder.close()
        return log()
    }
}
