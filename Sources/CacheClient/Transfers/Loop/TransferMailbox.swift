internal import LinuxIO
import Synchronization

/// What other threads ask of the transfer loop's thread.
final class TransferMailbox: Sendable {
    struct Mail: Sendable {
        var orders: [TransferOrder] = []
        /// Each is called once connections are forgotten.
        var forgettings: [@Sendable () -> Void] = []
        /// The TLS sessions are to be forgotten, too.
        var forgetsSessions = false
        var isClosed = false
    }

    let wakeUp: WakeUp
    private let tickets = Atomic(0)
    private let mail = Mutex(Mail())

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// One that nobody had before.
    func ticket() -> TransferTicket {
        TransferTicket(number: tickets.add(1, ordering: .relaxed).newValue)
    }

    /// Changes the mail and wakes the loop; false once it is closed.
    @discardableResult
    func post(_ change: (inout Mail) -> Void) -> Bool {
        let isTaken = mail.withLock { mail in
            guard !mail.isClosed else { return false }
            change(&mail)
            return true
        }
        if isTaken { wakeUp.ring() }
        return isTaken
    }

    func take() -> Mail {
        mail.withLock { mail in
            defer { mail = Mail(isClosed: mail.isClosed) }
            return mail
        }
    }
}
