import Dispatch
internal import LinuxIO
import Synchronization

/// Runs jobs one after the other, in the order they were handed in, on a thread of its own.
final class JobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// What queue and thread share; the thread never keeps the queue itself alive.
    private final class Line: Sendable {
        struct State {
            var jobs: [Job] = []
            var isClosed = false
        }

        let state = Mutex(State())
        let wakeUp: WakeUp

        init() throws(SystemCallError) {
            wakeUp = try WakeUp()
        }

        /// Takes what is waiting; nil when closed and empty.
        func take() -> [Job]? {
            state.withLock { state in
                defer { state.jobs = [] }
                return state.jobs.isEmpty && state.isClosed ? nil : state.jobs
            }
        }

        func run() {
            while let jobs = take() {
                if jobs.isEmpty { wakeUp.wait() }
                for job in jobs { job() }
            }
        }
    }

    private let line: Line
    private let thread: WorkerThread

    init(name: String) throws(SystemCallError) {
        let line = try Line()
        self.line = line
        thread = try WorkerThread(name: name) { line.run() }
    }

    deinit {
        shutdown()
    }

    /// Hands a job in; false, and the job never runs, after `shutdown`.
    @discardableResult
    func submit(_ job: @escaping Job) -> Bool {
        let isTaken = line.state.withLock { state in
            guard !state.isClosed else { return false }
            state.jobs.append(job)
            return true
        }
        if isTaken { line.wakeUp.ring() }
        return isTaken
    }

    /// Waits until all that was handed in before has run. On the queue's own thread, which cannot wait for itself, it
    /// returns at once.
    func flush() {
        guard !thread.isCurrent else { return }
        let done = DispatchSemaphore(value: 0)
        if submit({ done.signal() }) { done.wait() }
    }

    /// Runs what is left, then ends the thread and joins it.
    func shutdown() {
        line.state.withLock { $0.isClosed = true }
        line.wakeUp.ring()
        thread.join()
    }
}
