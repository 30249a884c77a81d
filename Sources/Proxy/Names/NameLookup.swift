import LinuxIO
import Serving
import Synchronization
import Wire

/// Looks names up on threads of their own, since the system's resolver blocks, and hands the addresses over on
/// the loop's thread. Names asked for at the same time are looked up once.
final class NameLookup: LoopSocket {
    typealias Outcome = Result<[IPAddress], HostNameError>

    /// What the threads have found, and whether somebody has left.
    private final class Found: Sendable {
        let wakeUp: WakeUp
        let outcomes = Mutex<[(name: String, outcome: Outcome)]>([])
        let hasDeparture = Mutex(false)

        init() throws(SystemCallError) {
            wakeUp = try WakeUp()
        }
    }

    /// How often the questions whose time is over are looked for.
    private static let review: Nanoseconds = 200_000_000

    private let clock: RunClock
    private let found: Found
    private let resolve: @Sendable (String) throws(HostNameError) -> [IPAddress]
    private var queue = LookupQueue()
    private var known = KnownNames()
    private var waiting: [String: [NameQuestion]] = [:]
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

    /// The call for whoever waits no more. Any thread may make it.
    var leave: @Sendable () -> Void {
        let found = found
        return {
            found.hasDeparture.withLock { $0 = true }
            found.wakeUp.ring()
        }
    }

    /// Answers at once what needs no look-up.
    func addresses(of name: String, _ question: NameQuestion) {
        if let outcome = known.outcome(for: name, at: clock.now()) {
            return question.take(outcome.mapError { .name($0) })
        }
        if waiting[name] == nil, threads[name] == nil, !queue.add(name, for: question.client) {
            let reason = "too many names of \(LookupQueue.domain(of: name)) wait to be looked up"
            return question.take(.failure(.name(HostNameError(name, reason: reason))))
        }
        // Its turns are timed while somebody waits.
        if waiting.isEmpty { found.wakeUp.ring() }
        waiting[name, default: []].append(question)
        goOn()
    }

    private func goOn() {
        while let name = queue.next(at: clock.now()) { look(up: name) }
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
        let now = clock.now()
        threads.removeValue(forKey: name)?.join()
        if let time = queue.ended(name, at: now) { known.note(outcome, for: name, at: now, after: time) }
        for question in waiting.removeValue(forKey: name) ?? [] {
            question.take(outcome.mapError { .name($0) })
        }
    }

    /// Answers those who have waited too long, and forgets those who have left. A look-up under way goes on: the
    /// system's resolver cannot be told to stop.
    private func review(at now: Instant) {
        var over: [NameQuestion] = []
        for (name, questions) in waiting {
            let left = questions.filter { now < $0.until && $0.isWanted() }
            guard left.count < questions.count else { continue }
            over += questions.filter { now >= $0.until || !$0.isWanted() }
            waiting[name] = left.isEmpty ? nil : left
            if left.isEmpty { queue.forget(name) }
        }
        for question in over { question.take(.failure(question.isWanted() ? .slow(.name) : .unwanted)) }
    }

    // MARK: LoopSocket

    var raw: Int32 { found.wakeUp.raw }

    var outlook: ConnectionOutlook {
        let now = clock.now()
        return waiting.isEmpty
            ? .reading(at: now) : ConnectionOutlook(interest: .read, next: now + Self.review)
    }

    func proceed(isReadable: Bool) {
        if isReadable { found.wakeUp.drain() }
        let outcomes = found.outcomes.withLock { outcomes in
            defer { outcomes = [] }
            return outcomes
        }
        for (name, outcome) in outcomes { answer(name, outcome) }
        let hasDeparture = found.hasDeparture.withLock { hasDeparture in
            defer { hasDeparture = false }
            return hasDeparture
        }
        if hasDeparture || !isReadable { review(at: clock.now()) }
        goOn()
        if isFinishing { finish() }
    }

    func hangUp() {}

    func finish() {
        isFinishing = true
        if threads.isEmpty, waiting.isEmpty { isClosed = true }
    }

    /// Threads whose resolver has not answered yet end by themselves.
    func close() {
        isClosed = true
    }
}
