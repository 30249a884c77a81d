import LinkModel
import LinuxIO
import Synchronization

/// Messages from the engine's owner to its thread, and the bell that wakes it.
final class EngineMailbox: Sendable {
    struct Letter: Sendable {
        var isStopping = false
        /// The shared line to change to; nil keeps the present one.
        fileprivate var link: LinkParameters?
        /// The lines that clients are to have of their own; nil gives a client back to the shared one.
        fileprivate var own: [LineClient: LinkParameters?] = [:]
        /// Number of changes requested so far.
        fileprivate var changes = 0

        /// What is to be changed, in any order: no two are of one line.
        var orders: [LineOrder] {
            (link.map { [.shared($0)] } ?? []) + own.map { .own($0.value, of: $0.key) }
        }
    }

    private let wakeUp: WakeUp
    private let letter = Mutex(Letter())
    /// Checked between packets, where the lock would cost too much.
    private let hasMail = Atomic(false)
    /// Number of requested changes that are, or were, in force.
    private let inForce = Atomic(0)
    private let begun = Atomic(false)

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// For epoll: readable if there is mail. Borrowed.
    var bell: Int32 { wakeUp.raw }

    /// Any thread may call it. Of several changes of one line the last counts. Returns the order's number, for `isInForce`.
    func post(_ order: LineOrder) -> Int {
        let number = letter.withLock { letter in
            switch order {
            case .shared(let link): letter.link = link
            case .own(let link, of: let client): letter.own.updateValue(link, forKey: client)
            }
            letter.changes += 1
            return letter.changes
        }
        ring()
        return number
    }

    /// Any thread may call it.
    func askToStop() {
        letter.withLock { $0.isStopping = true }
        ring()
    }

    private func ring() {
        // The order matters: a thread that sees the mail flag finds the bell rung and can silence it.
        wakeUp.ring()
        hasMail.store(true, ordering: .releasing)
    }

    /// True once the engine's thread carries packets, or has failed to start.
    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    /// For the engine's thread alone.
    func begin() {
        begun.store(true, ordering: .releasing)
    }

    /// The letter's lines are in force from now on. For the engine's thread alone.
    func isInForce(_ letter: Letter) {
        inForce.store(letter.changes, ordering: .releasing)
    }

    /// True if the order with that number is in force, or a later one of the same line.
    func isInForce(_ number: Int) -> Bool {
        inForce.load(ordering: .acquiring) >= number
    }

    /// Silences the bell that ended a sleep, and sets the mail flag: the thread that rang may have to wait
    /// for this one before it sets the flag itself. For the engine's thread alone.
    func hear() {
        wakeUp.drain()
        hasMail.store(true, ordering: .relaxed)
    }

    /// The mail since the last call; nil if there is none. For the engine's thread alone.
    @inline(__always)
    func take() -> Letter? {
        hasMail.load(ordering: .acquiring) ? open() : nil
    }

    private func open() -> Letter {
        hasMail.store(false, ordering: .relaxed)
        wakeUp.drain()
        return letter.withLock { letter in
            defer { (letter.link, letter.own) = (nil, [:]) }
            return letter
        }
    }
}
