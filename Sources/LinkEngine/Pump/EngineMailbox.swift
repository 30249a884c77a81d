import LinkModel
import LinuxIO
import Synchronization

/// What the engine's owner has to say to its thread, and the bell that wakes it.
final class EngineMailbox: Sendable {
    struct Letter: Sendable {
        var isStopping = false
        /// The line to change to; nil where it stays as it is.
        var link: LinkParameters?
        /// How many lines have been asked for so far.
        var links = 0
    }

    private let wakeUp: WakeUp
    private let letter = Mutex(Letter())
    /// Looked at between packets, where the lock would cost too much.
    private let hasMail = Atomic(false)
    /// How many of the lines asked for are in force, or have been.
    private let inForce = Atomic(0)
    private let begun = Atomic(false)

    init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    /// For epoll: readable where there is mail. Borrowed.
    var bell: Int32 { wakeUp.raw }

    /// Any thread may write; the last line written counts. The number of the line, for `isInForce`.
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
        // In this order: who sees that there is mail finds the bell rung, and can still it.
        wakeUp.ring()
        hasMail.store(true, ordering: .releasing)
        return number
    }

    /// True once the engine's thread carries, or has failed to.
    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    /// For the engine's thread alone.
    func begin() {
        begun.store(true, ordering: .releasing)
    }

    /// The line of a letter carries from here on. For the engine's thread alone.
    func isInForce(_ letter: Letter) {
        inForce.store(letter.links, ordering: .releasing)
    }

    /// True where the line of that number, or a later one, carries.
    func isInForce(_ number: Int) -> Bool {
        inForce.load(ordering: .acquiring) >= number
    }

    /// Stills the bell, whose ringing ended a sleep: its letter may be told of only later, by a thread that has to wait for this
    /// one. For the engine's thread alone.
    func hear() {
        wakeUp.drain()
        hasMail.store(true, ordering: .relaxed)
    }

    /// What has come since the last time; nil where nothing has. For the engine's thread alone.
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
