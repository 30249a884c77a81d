internal import CCurl
import Dispatch
internal import LinuxIO

/// Carries out transfers by libcurl's multi interface, all of them on one thread of its own.
///
/// The thread is started by `init` and belongs to the network namespace of the thread that calls it. Transfers to one
/// host wait their turn in the order they came; connections are kept and used again. Any thread may call it.
final class TransferLoop: Sendable {
    private static let library = netlab_curl_global_init()

    private let mailbox: TransferMailbox
    private let thread: WorkerThread

    /// `isMeasured` asks for a thread that is woken as exactly as this user may have it.
    init(clock: RunClock, events: EventSink?, isMeasured: Bool = false) throws(SetupError) {
        guard Self.library == CURLE_OK else { throw SetupError("libcurl could not be initialised") }
        do throws(SystemCallError) {
            let mailbox = try TransferMailbox()
            self.mailbox = mailbox
            thread = try WorkerThread(name: "transfers") {
                let precedence = isMeasured ? ThreadPrecedence(from: clock.now()) : nil
                TransferRunner(mailbox: mailbox, clock: clock, events: events, precedence).run()
            }
        } catch {
            throw SetupError("the transfer thread could not be started: \(error)")
        }
    }

    deinit {
        shutdown()
    }

    /// Hands a transfer in; false, and its completion is never called, after `shutdown`.
    func submit(_ request: TransferRequest) -> Bool {
        mailbox.post { $0.requests.append(request) }
    }

    /// No later transfer uses a connection that is there now. Idle connections are closed when this returns; while
    /// transfers are under way, all are closed as soon as none is. On the loop's own thread it does not wait.
    func forgetConnections() {
        let done = DispatchSemaphore(value: 0)
        let isTaken = mailbox.post { $0.forgettings.append { done.signal() } }
        if isTaken, !thread.isCurrent { done.wait() }
    }

    /// Cancels every transfer, each of which is told, then ends the thread and joins it.
    func shutdown() {
        mailbox.post { $0.isClosed = true }
        thread.join()
    }
}
