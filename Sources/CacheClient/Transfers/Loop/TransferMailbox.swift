internal import LinuxIO
import Synchronization

/// Orders from other threads to the transfer loop's thread.
final class TransferMailbox: Sendable {
    struct Mail: Sendable {
        var orders: [TransferOrder] = []
        /// Each is called once the connections are forgotten.
        var pendingForgets: [@Sendable () -> Void] = []
        /// True if the TLS sessions are to be forgotten too.
        var forgetsSessions = false
        var isClosed = false
        /// True while the loop sleeps or is about to; otherwise it finds the mail by itself.
        fileprivate var isAsleep = false
        fileprivate var isEmpty = true
    }

    private let wakeUp: WakeUp
    private let tickets = Atomic(0)
    private let mail = Mutex(Mail())

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// A ticket that was never issued before.
    func ticket() -> TransferTicket {
        TransferTicket(number: tickets.add(1, ordering: .relaxed).newValue)
    }

    /// Changes the mail and wakes the loop if it sleeps; false once the mailbox is closed.
    @discardableResult
    func post(_ change: (inout Mail) -> Void) -> Bool {
        let (isTaken, wakes) = mail.withLock { mail in
            guard !mail.isClosed else { return (false, false) }
            change(&mail)
            mail.isEmpty = false
            defer { mail.isAsleep = false }
            return (true, mail.isAsleep)
        }
        if wakes { wakeUp.ring() }
        return isTaken
    }

    func take() -> Mail {
        mail.withLock { mail in
            defer { mail = Mail(isClosed: mail.isClosed) }
            return mail
        }
    }

    /// On the loop's thread: calls `sleep` with the descriptor that wakes it, and drains that if it fired. It
    /// does not sleep if there is mail.
    func sleep(_ sleep: (Int32) -> Bool) {
        let sleeps = mail.withLock { mail in
            mail.isAsleep = mail.isEmpty
            return mail.isEmpty
        }
        guard sleeps else { return }
        let isWoken = sleep(wakeUp.raw)
        // A later wake-up is for the next sleep, which it ends at once.
        if isWoken { wakeUp.drain() }
    }
}
