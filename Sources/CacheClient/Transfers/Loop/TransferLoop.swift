internal import CCurl
import Dispatch
internal import LinuxIO
internal import RealTime

/// Carries out transfers by libcurl's multi interface, all of them on one thread of its own.
///
/// The thread is started by `init` and belongs to the network namespace of the thread that calls it. Callers of the same
/// request share one transfer. Transfers wait their turn, the more urgent first; connections are kept and used again.
/// Any thread may call it.
final class TransferLoop: Sendable {
    private static let library = {
        let code = netlab_curl_global_init()
        // Asked for its version libcurl starts up every library of its own: milliseconds that are none of the first transfer's.
        _ = ConnectionAgreement.isTold
        return code
    }()

    private let mailbox: TransferMailbox
    private let thread: WorkerThread

    /// `isMeasured` asks for a thread that is woken as exactly as this user may have it.
    init(clock: RunClock, events: EventSink?, isMeasured: Bool = false) throws(SetupError) {
        guard Self.library == CURLE_OK else { throw SetupError("libcurl could not be initialised") }
        do throws(SystemCallError) {
            let mailbox = try TransferMailbox()
            self.mailbox = mailbox
            thread = try WorkerThread(name: "transfers") {
                let precedence = isMeasured ? ThreadPrecedence.ofHost(from: clock.now()) : nil
                TransferRunner(mailbox: mailbox, clock: clock, events: events, precedence).run()
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

    /// Cancels for one caller, which is told so unless it was told before. The transfer continues while
    /// others wait for it.
    func cancel(_ ticket: TransferTicket) {
        mailbox.post { $0.orders.append(.leave(ticket)) }
    }

    /// Sets a caller's priority. A transfer has the highest priority among its callers.
    func setPriority(_ priority: TransferPriority, of ticket: TransferTicket) {
        mailbox.post { $0.orders.append(.prioritise(ticket, priority)) }
    }

    /// No later transfer uses a connection that is there now. Idle connections are closed when this returns; while
    /// transfers are under way, all are closed as soon as none is. On the loop's own thread it does not wait.
    /// TLS sessions are kept, for new connections to take up, unless they are to be forgotten, too.
    func forgetConnections(andSessions: Bool = false) {
        let done = DispatchSemaphore(value: 0)
        let isTaken = mailbox.post { mail in
            mail.forgettings.append { done.signal() }
            if andSessions { mail.forgetsSessions = true }
        }
        if isTaken, !thread.isCurrent { done.wait() }
    }

    /// Cancels every transfer, each of which is told, then ends the thread and joins it.
    func shutdown() {
        mailbox.post { $0.isClosed = true }
        thread.join()
    }
}
