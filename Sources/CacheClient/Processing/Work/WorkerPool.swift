import Dispatch
internal import LinuxIO
import Synchronization

/// Threads for what takes the processor a while: so many jobs at once, the more urgent first. Any thread may call it.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    /// What pool and threads share; the threads never keep the pool itself alive.
    private final class Line: Sendable {
        struct State {
            var line = WaitingLine()
            var jobs: [Int: Job] = [:]
            var made = 0
            var isClosed = false
        }

        let state = Mutex(State())
        /// Rung once for each job, and once for each thread in the end.
        let bell = DispatchSemaphore(value: 0)

        func run() {
            while true {
                bell.wait()
                let (job, isOver) = state.withLock { state -> (Job?, Bool) in
                    if state.isClosed { return (nil, true) }
                    guard let first = state.line.first() else { return (nil, false) }
                    state.line.remove(first.transfer)
                    return (state.jobs.removeValue(forKey: first.transfer), false)
                }
                if isOver { return }
                job?()
            }
        }
    }

    private let line = Line()
    private let threads: [WorkerThread]

    init(_ count: Int, name: String) throws(SystemCallError) {
        var threads: [WorkerThread] = []
        do throws(SystemCallError) {
            for _ in 0..<max(1, count) {
                threads.append(try WorkerThread(name: name) { [line] in line.run() })
            }
        } catch {
            Self.end(line, threads)
            throw error
        }
        self.threads = threads
    }

    deinit {
        shutdown()
    }

    /// The job's number; nil, and it is never run, after `shutdown`.
    func submit(_ priority: TransferPriority, _ job: @escaping Job) -> Int? {
        let number = line.state.withLock { state -> Int? in
            guard !state.isClosed else { return nil }
            state.made += 1
            state.jobs[state.made] = job
            state.line.append(state.made, priority)
            return state.made
        }
        if number != nil { line.bell.signal() }
        return number
    }

    /// What has not begun is not done at all.
    func cancel(_ number: Int) {
        // The job is let go outside the lock.
        let job = line.state.withLock { state in
            state.line.remove(number)
            return state.jobs.removeValue(forKey: number)
        }
        extendLifetime(job)
    }

    func setPriority(_ priority: TransferPriority, of number: Int) {
        line.state.withLock { $0.line.move(number, to: priority) }
    }

    /// Waits for what is being done, and forgets what has not begun.
    func shutdown() {
        Self.end(line, threads)
    }

    private static func end(_ line: Line, _ threads: [WorkerThread]) {
        let forgotten = line.state.withLock { state in
            defer { (state.isClosed, state.jobs) = (true, [:]) }
            return state.jobs
        }
        extendLifetime(forgotten)
        for _ in threads { line.bell.signal() }
        for thread in threads { thread.join() }
    }
}
