package import LinkModel
package import LinuxIO
import Synchronization

/// A line of byte streams in front of any TCP server, on a thread of its own. Clients connect to `address`;
/// bytes between them and the server are paced as packets of the same bytes would be. All connections share
/// the line.
///
/// It needs no privileges, namespace or interface. `StreamRefusal` and the README state its limits: between
/// the line and either side the kernel's TCP works as on any machine, so the line sees neither its windows
/// nor its acknowledgements.
package final class StreamLine: Sendable {
    package let address: SocketAddress
    private let shared: RelayState
    private let thread = ServiceThread()

    /// Listens; clients are served after `start`.
    package init(_ order: StreamOrder, clock: RunClock) throws(StreamLineError) {
        if let refusal = StreamRefusal(order.link, lossAsDelay: order.lossAsDelay) { throw .refused(refusal) }
        do throws(SystemCallError) {
            shared = try RelayState(order, clock)
        } catch {
            throw .system(error)
        }
        address = shared.address
    }

    deinit {
        _ = stop()
    }

    /// Starts accepting. A second call does nothing.
    package func start() throws(StreamLineError) {
        do throws(SystemCallError) {
            try thread.start(name: "netlab-line") { [shared] in StreamRelay.run(shared) }
        } catch {
            throw .system(error)
        }
    }

    /// Takes over a connection that was made with a server, and returns the one that leads to it over the line, in
    /// the making. Only without an `upstream`.
    package func carry(_ server: consuming StreamSocket) throws(SystemCallError) -> StreamSocket {
        let place = ConnectedServers.Place(server)
        let handed = shared.handed
        var client: SocketAddress?
        do throws(SystemCallError) {
            return try StreamSocket.connecting(
                to: address,
                receiveBuffer: RelayState.receiveBuffer,
                sendBuffer: RelayState.receiveBuffer
            ) { own in
                client = own
                handed.put(place, for: own)
            }
        } catch {
            if let client { _ = handed.take(for: client) }
            throw error
        }
    }

    /// Changes the line from now on; chunks under way stay. The largest packet does not change. Refuse links
    /// as at the start, with `StreamRefusal`.
    package func change(_ link: LinkParameters) {
        shared.post(link)
    }

    /// Accepts no more connections: the line ends by itself when the servers behind it have ended their
    /// connections and their data has arrived. Returns at once.
    package func finish() {
        shared.isFinishing.store(true, ordering: .releasing)
        shared.wakeUp.ring()
    }

    /// True once it has ended by itself.
    package var hasEnded: Bool { shared.hasEnded.load(ordering: .acquiring) }

    /// Why it ended by itself; nil if it did not, or was told to.
    package var failure: SystemCallError? { shared.report.withLock { $0.failure } }

    /// Ends every connection at once, waits for the thread, and returns its report.
    package func stop() -> StreamReport {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // If the thread never ran, this closes the port.
        _ = shared.takeParts()
        shared.order.crossings?.closeAll()
        return shared.report.withLock { $0 }
    }
}
