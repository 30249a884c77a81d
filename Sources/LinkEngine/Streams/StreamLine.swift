package import LinkModel
package import LinuxIO
import Synchronization

/// A line of byte streams in front of any TCP server, on a thread of its own: clients connect to `address`, and what
/// passes between them and the server is paced as packets of the same bytes would be. All connections share it.
///
/// It needs no rights: no namespace, no interface. What it is not is said in `StreamRefusal` and in the README: between
/// the line and either side the kernel's TCP works as on any machine, so the line sees neither its windows nor its
/// acknowledgements.
package final class StreamLine: Sendable {
    package let address: SocketAddress
    private let shared: StreamRelay.Shared
    private let thread = ServiceThread()

    /// Listens; clients are served from `start` on.
    package init(_ order: StreamOrder, clock: RunClock) throws(StreamLineError) {
        if let refusal = StreamRefusal(order.link, lossAsDelay: order.lossAsDelay) { throw .refused(refusal) }
        do throws(SystemCallError) {
            shared = try StreamRelay.Shared(order, clock)
        } catch {
            throw .system(error)
        }
        address = shared.address
    }

    deinit {
        _ = stop()
    }

    /// Begins to accept. A second call does nothing.
    package func start() throws(StreamLineError) {
        do throws(SystemCallError) {
            try thread.start(name: "netlab-line") { [shared] in StreamRelay.run(shared) }
        } catch {
            throw .system(error)
        }
    }

    /// Has the line be another from now on; what is under way stays so. The largest packet stays what it was. To be
    /// refused as at the start: `StreamRefusal`.
    package func change(_ link: LinkParameters) {
        shared.post(link)
    }

    /// Takes no more connections: the line ends by itself when the servers behind it have ended theirs and what they
    /// sent has arrived. Returns at once.
    package func finish() {
        shared.isFinishing.store(true, ordering: .releasing)
        shared.wakeUp.ring()
    }

    /// True once it has ended by itself.
    package var hasEnded: Bool { shared.hasEnded.load(ordering: .acquiring) }

    /// Why it ended by itself; nil where it did not, or was to.
    package var failure: SystemCallError? { shared.report.withLock { $0.failure } }

    /// Ends every connection at once, waits for the thread, and gives what it saw.
    package func stop() -> StreamReport {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // Where it never ran: the port is given back.
        _ = shared.takeParts()
        shared.order.crossings?.closeAll()
        return shared.report.withLock { $0 }
    }
}
