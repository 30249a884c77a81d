internal import CCurl
import Dispatch
internal import LinuxIO
internal import RealTime

/// Carries out transfers through libcurl's multi interface, all on one thread of its own.
///
/// `init` starts the thread, in the network namespace of its own calling thread. Callers of the same request
/// share one transfer. Waiting transfers start in order of priority; connections are kept for reuse. Any
/// thread may call it.
final class TransferLoop: Sendable {
    private static let library = {
        let code = netlab_curl_global_init()
        // Asking for the version initialises libcurl's libraries: milliseconds that must not fall into the
        // first transfer.
        _ = ConnectionAgreement.exposesSessions
        return code
    }()

    let traces = QUICTraces()
    private let mailbox: TransferMailbox
    private let thread: WorkerThread

    /// `isMeasured` asks for the most precise wake-ups that this user may have.
    init(clock: RunClock, events: EventSink?, isMeasured: Bool = false) throws(SetupError) {
        guard Self.library == CURLE_OK else {
            throw SetupError("libcurl could not be loaded or initialised: is Debian's libcurl4 installed?")
        }
        do throws(SystemCallError) {
            let mailbox = try TransferMailbox()
            self.mailbox = mailbox
            let traces = traces
            thread = try WorkerThread(name: "transfers") {
                let precedence = isMeasured ? ThreadPrecedence.ofHost(from: clock.now()) : nil
                TransferRunner(mailbox: mailbox, clock: clock, events: events, traces, precedence).run()
            }
        } catch {
            throw SetupError("the transfer thread could not be started: \(error)")
        }
    }

    deinit {
        shutdown()
    }

    /// Submits a request; after `shutdown` returns nil, and its completion is never called.
    func submit(_ request: consuming TransferRequest) -> TransferTicket? {
        let caller = TransferCaller(mailbox.ticket(), request)
        return mailbox.post { $0.orders.append(.begin(caller)) } ? caller.ticket : nil
    }

    /// Cancels for one caller, which receives `cancelled` unless it already has an outcome. The transfer
    /// continues while others wait for it.
    func cancel(_ ticket: TransferTicket) {
        mailbox.post { $0.orders.append(.leave(ticket)) }
    }

    /// Sets a caller's priority. A transfer has the highest priority among its callers.
    func setPriority(_ priority: TransferPriority, of ticket: TransferTicket) {
        mailbox.post { $0.orders.append(.prioritise(ticket, priority)) }
    }

    /// Closes the idle connections before it returns; later transfers use none of those open now. While
    /// transfers are in progress, all connections are closed as soon as none is. On the loop's own thread it
    /// does not wait. TLS sessions are kept for new connections to resume, unless they are to be forgotten
    /// too.
    func forgetConnections(andSessions: Bool = false) {
        let done = DispatchSemaphore(value: 0)
        let isTaken = mailbox.post { mail in
            mail.pendingForgets.append { done.signal() }
            if andSessions { mail.forgetsSessions = true }
        }
        if isTaken, !thread.isCurrent { done.wait() }
    }

    /// Cancels every transfer, notifies their callers, then ends the thread and joins it.
    func shutdown() {
        mailbox.post { $0.isClosed = true }
        thread.join()
    }
}
