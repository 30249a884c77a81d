import HTTP
import JSON
import LinuxIO
import ScenarioFormat
import Serving
import Synchronization

/// Carries out calls one after the other, on the thread that owns the benches: making one takes tens of milliseconds, and
/// more with large images.
final class ControlWork: Sendable {
    private struct Job: Sendable {
        let call: ControlCall
        let content: [UInt8]
        let answer: LateResponse
    }

    /// What the thread refers to, so that a forgotten control still ends.
    private final class Queue: Sendable {
        let jobs = Mutex<[Job]>([])
        let isClosed = Atomic(false)
        let wakeUp: WakeUp

        init() throws(SystemCallError) { wakeUp = try WakeUp() }

        func next() -> Job? { jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() } }
    }

    private let queue: Queue
    private let thread = ServiceThread()

    init() throws(SystemCallError) {
        queue = try Queue()
    }

    deinit {
        stop()
    }

    /// Starts the thread, on the host of the calling one. `makeYard` is called there.
    func start(
        judging judge: @escaping BenchJudge,
        _ makeYard: @escaping @Sendable () -> BenchRegistry
    ) throws(SystemCallError) {
        try thread.start(name: "netlab-benches") { [queue] in
            let office = ControlHandler(makeYard(), judge)
            while !queue.isClosed.load(ordering: .acquiring) {
                guard let job = queue.next() else {
                    queue.wakeUp.wait()
                    continue
                }
                job.answer.fulfil(office.answer(job.call, job.content))
            }
            office.close()
        }
    }

    func order(_ call: ControlCall, _ content: [UInt8]) -> LateResponse {
        let job = Job(call: call, content: content, answer: LateResponse())
        queue.jobs.withLock { $0.append(job) }
        queue.wakeUp.ring()
        return job.answer
    }

    /// Takes down all benches. A second call does nothing.
    func stop() {
        queue.isClosed.store(true, ordering: .releasing)
        queue.wakeUp.ring()
        thread.join()
    }
}
