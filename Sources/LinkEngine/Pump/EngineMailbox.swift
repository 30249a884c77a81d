import LinkModel
import LinuxIO
import Synchronization

/// Messages from the engine's owner to its thread, and the bell that wakes it.
final class EngineMailbox: Sendable {
    struct Letter: Sendable {
        var isStopping = false
        /// The line to change to; nil keeps the present one.
        var link: LinkParameters?
        /// Number of lines requested so far.
        var links = 0
    }

    private let wakeUp: WakeUp
    private let letter = Mutex(Letter())
    /// Checked between packets, where the lock would cost too much.
    private let hasMail = Atomic(false)
    /// Number of requested lines that are, or were, in force.
    private let inForce = Atomic(0)
    private let begun = Atomic(false)

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// For epoll: readable if there is mail. Borrowed.
    var bell: Int32 { wakeUp.raw }

    /// Any thread may call it; the last line written counts. Returns the line's number, for `isInForce`.
    @discardableResult
    func post(isStopping: Bool = false, link: LinkParameters? = nil) -> Int {
        let number = letter.withLock { letter in
            if isStopping { letter.isStopping = true }
            if let link {
                letter.link = link
                letter.links += 1
            }
            return letter.links
        }
        // The order matters: a thread that sees the mail flag finds the bell rung and can silence it.
        wakeUp.ring()
        hasMail.store(true, ordering: .releasing)
        return number
    }

    /// True once the engine's thread carries packets, or has failed to start.
    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    /// For the engine's thread alone.
    func begin() {
        begun.store(true, ordering: .releasing)
    }

    /// The letter's line is in force from now on. For the engine's thread alone.
    func isInForce(_ letter: Letter) {
        inForce.store(letter.links, ordering: .releasing)
    }

    /// True if the line with that number, or a later one, is in force.
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
            defer { letter.link = nil }
            return letter
        }
    }
}
