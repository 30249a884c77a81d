internal import LinuxIO
import Synchronization

/// Orders of other threads to the transfer loop's thread.
final class TransferMailbox: Sendable {
    struct Mail: Sendable {
        var orders: [TransferOrder] = []
        /// Each is called once connections are forgotten.
        var forgettings: [@Sendable () -> Void] = []
        /// The TLS sessions are to be forgotten, too.
        var forgetsSessions = false
        var isClosed = false
        /// True while the loop sleeps, or is about to: else it finds the mail by itself.
        fileprivate var isAsleep = false
        fileprivate var isEmpty = true
    }

    private let wakeUp: WakeUp
    private let tickets = Atomic(0)
    private let mail = Mutex(Mail())

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// One that nobody had before.
    func ticket() -> TransferTicket {
        TransferTicket(number: tickets.add(1, ordering: .relaxed).newValue)
    }

    /// Changes the mail, and wakes the loop where it sleeps; false once it is closed.
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

    /// On the loop's thread: hands `sleep` what wakes it, and drains that where it did. It does not sleep where there is mail.
    func sleep(_ sleep: (Int32) -> Bool) {
        let sleeps = mail.withLock { mail in
            mail.isAsleep = mail.isEmpty
            return mail.isEmpty
        }
        guard sleeps else { return }
        let isWoken = sleep(wakeUp.raw)
        // A ring that comes later belongs to the next sleep, which it ends at once.
        if isWoken { wakeUp.drain() }
    }
}
