import Dispatch
internal import LinuxIO
import Synchronization

/// Threads for processor-bound jobs: a fixed number at once, the most urgent first. Any thread may call it.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    /// State shared by the pool and its threads, so that the threads do not keep the pool alive.
    private final class Line: Sendable {
        struct State {
            var line = TransferQueue()
            var jobs: [Int: Job] = [:]
            var made = 0
            var isClosed = false
        }

        let state = Mutex(State())
        /// Signalled once for each job, and at the end once for each thread.
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

    /// Returns the job's number; nil after `shutdown`, when the job never runs.
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

    /// Removes a job that has not begun.
    func cancel(_ number: Int) {
        // The job is released outside the lock.
        let job = line.state.withLock { state in
            state.line.remove(number)
            return state.jobs.removeValue(forKey: number)
        }
        extendLifetime(job)
    }

    func setPriority(_ priority: TransferPriority, of number: Int) {
        line.state.withLock { $0.line.move(number, to: priority) }
    }

    /// Waits for the running jobs and drops those that have not begun.
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
