import Dispatch
internal import LinuxIO
import Synchronization

/// Runs jobs one after the other, in submission order, on its own thread. Urgent jobs run before all others,
/// in their own order.
final class JobQueue: Sendable {
    typealias Job = @Sendable () -> Void

    /// What queue and thread share; the thread never keeps the queue itself alive.
    private final class Line: Sendable {
        struct State {
            var first = JobLine()
            var jobs = JobLine()
            var isClosed = false
            /// True if the thread sleeps, or is about to: a new job must wake it.
            var isIdle = false
        }

        let state = Mutex(State())
        let wakeUp: WakeUp

        init() throws(SystemCallError) {
            wakeUp = try WakeUp()
        }

        /// The next job, once there is one; nil when closed and empty.
        func next() -> Job? {
            while true {
                let (job, isOver): (Job?, Bool) = state.withLock { state in
                    let job = state.first.take() ?? state.jobs.take()
                    state.isIdle = job == nil && !state.isClosed
                    return (job, job == nil && state.isClosed)
                }
                if job != nil || isOver { return job }
                wakeUp.wait()
            }
        }

        func run() {
            while let job = next() { job() }
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

    /// Submits a job; after `shutdown` returns false, and the job never runs.
    @discardableResult
    func submit(first goesFirst: Bool = false, _ job: @escaping Job) -> Bool {
        let (isTaken, isIdle) = line.state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            if goesFirst { state.first.append(job) } else { state.jobs.append(job) }
            defer { state.isIdle = false }
            return (true, state.isIdle)
        }
        if isIdle { line.wakeUp.ring() }
        return isTaken
    }

    /// Waits until all earlier jobs have run. On the queue's own thread, which cannot wait for itself, it
    /// returns at once.
    func flush() {
        guard !thread.isCurrent else { return }
        let done = DispatchSemaphore(value: 0)
        if submit({ done.signal() }) { done.wait() }
    }

    /// Runs the remaining jobs, then ends the thread and joins it.
    func shutdown() {
        line.state.withLock { $0.isClosed = true }
        line.wakeUp.ring()
        thread.join()
    }
}
