import LinuxIO
import Serving
import Wire

/// Tells again and again what is under way, while something is. It looks only at its own times, so that requests
/// cost no more for it. It belongs to the loop's thread.
final class UnderWayReporter: LoopSocket {
    /// Between two looks, and how long an exchange has lasted before it is told of: most end sooner.
    static let pause: Nanoseconds = 250_000_000

    private let clock: RunClock
    private let anchor: WakeUp
    private let call: @Sendable () -> Void
    /// Those under way at an instant; nil if there is nothing, not even a younger one.
    private let look: (Instant) -> BegunExchanges?
    private let tell: (BegunExchanges) -> Void
    /// When it looks again; nil while nothing is under way.
    private var due: Instant?
    private var hasShown = false
    private(set) var isClosed = false

    init(
        _ loop: EventLoop,
        look: @escaping (Instant) -> BegunExchanges?,
        tell: @escaping (BegunExchanges) -> Void
    ) throws(SystemCallError) {
        clock = loop.clock
        anchor = try WakeUp()
        let token = loop.takeToken()
        call = loop.wakeUp(token)
        self.look = look
        self.tell = tell
        try loop.add(self, at: token, isReadable: false)
    }

    /// An exchange begins.
    func begin() {
        guard due == nil, !isClosed else { return }
        due = clock.now() + Self.pause
        call()
    }

    // MARK: LoopSocket

    /// Nothing is ever read from it: it has turns because it asks for them.
    var raw: Int32 { anchor.raw }

    var outlook: ConnectionOutlook {
        due.map { ConnectionOutlook(interest: .read, next: $0) } ?? .reading(at: clock.now())
    }

    func proceed(isReadable: Bool) {
        let now = clock.now()
        guard let due, now >= due else { return }
        let found = look(now)
        self.due = found == nil ? nil : now + Self.pause
        let begun = found ?? BegunExchanges(shown: [], count: 0)
        // That there is nothing any more is told once.
        if begun.count > 0 || hasShown { tell(begun) }
        hasShown = begun.count > 0
    }

    func hangUp() {}

    func finish() { close() }

    func close() { isClosed = true }
}
