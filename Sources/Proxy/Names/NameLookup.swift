import LinuxIO
import Serving
import Synchronization
import Wire

/// Looks names up on threads of their own, since the system's resolver blocks, and hands the addresses over on
/// the loop's thread. Names asked for at the same time are looked up once.
final class NameLookup: LoopSocket {
    typealias Outcome = Result<[IPAddress], HostNameError>

    /// What the threads have found.
    private final class Found: Sendable {
        let wakeUp: WakeUp
        let outcomes = Mutex<[(name: String, outcome: Outcome)]>([])

        init() throws(SystemCallError) {
            wakeUp = try WakeUp()
        }
    }

    /// Names that are looked up at a time; further ones wait for their turn.
    private static let mostThreads = 128

    private let clock: RunClock
    private let found: Found
    private let resolve: @Sendable (String) throws(HostNameError) -> [IPAddress]
    /// Names that wait for a thread.
    private var queue: [String] = []
    private var waiting: [String: [(Outcome) -> Void]] = [:]
    private var threads: [String: WorkerThread] = [:]
    private(set) var isClosed = false
    private var isFinishing = false

    /// `resolve` may block.
    init(
        _ loop: EventLoop,
        by resolve: @escaping @Sendable (String) throws(HostNameError) -> [IPAddress] = HostNames.addresses(
            of:
        )
    ) throws(SystemCallError) {
        clock = loop.clock
        self.resolve = resolve
        found = try Found()
        try loop.add(self, at: loop.takeToken(), isReadable: false)
    }

    func addresses(of name: String, _ take: @escaping (Outcome) -> Void) {
        let isAsked = waiting[name] != nil
        waiting[name, default: []].append(take)
        if isAsked { return }
        queue.append(name)
        goOn()
    }

    private func goOn() {
        while threads.count < Self.mostThreads, !queue.isEmpty { look(up: queue.removeFirst()) }
    }

    private func look(up name: String) {
        do throws(SystemCallError) {
            threads[name] = try WorkerThread(name: "netlab-names") { [found, resolve] in
                let outcome = Result { () throws(HostNameError) in try resolve(name) }
                found.outcomes.withLock { $0.append((name, outcome)) }
                found.wakeUp.ring()
            }
        } catch {
            answer(name, .failure(HostNameError(name, reason: "\(error)")))
        }
    }

    private func answer(_ name: String, _ outcome: Outcome) {
        threads.removeValue(forKey: name)?.join()
        for take in waiting.removeValue(forKey: name) ?? [] { take(outcome) }
    }

    // MARK: LoopSocket

    var raw: Int32 { found.wakeUp.raw }

    var outlook: ConnectionOutlook { .reading(at: clock.now()) }

    func proceed(isReadable: Bool) {
        guard isReadable else { return }
        found.wakeUp.drain()
        let outcomes = found.outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
        for (name, outcome) in outcomes { answer(name, outcome) }
        goOn()
        if isFinishing { finish() }
    }

    func hangUp() {}

    func finish() {
        isFinishing = true
        if threads.isEmpty, queue.isEmpty { isClosed = true }
    }

    /// Threads whose resolver has not answered yet end by themselves.
    func close() {
        isClosed = true
    }
}
