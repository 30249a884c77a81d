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

    private let clock: RunClock
    private let found: Found
    private var waiting: [String: [(Outcome) -> Void]] = [:]
    private var threads: [String: WorkerThread] = [:]
    private(set) var isClosed = false
    private var isFinishing = false

    init(_ loop: EventLoop) throws(SystemCallError) {
        clock = loop.clock
        found = try Found()
        try loop.add(self, at: loop.takeToken(), isReadable: false)
    }

    func addresses(of name: String, _ take: @escaping (Outcome) -> Void) {
        waiting[name, default: []].append(take)
        guard threads[name] == nil else { return }
        do throws(SystemCallError) {
            threads[name] = try WorkerThread(name: "netlab-names") { [found] in
                let outcome = Result { () throws(HostNameError) in try HostNames.addresses(of: name) }
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
        if isFinishing { finish() }
    }

    func hangUp() {}

    func finish() {
        isFinishing = true
        if threads.isEmpty { isClosed = true }
    }

    /// Threads whose resolver has not answered yet end by themselves.
    func close() {
        isClosed = true
    }
}
