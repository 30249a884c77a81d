package import LinuxIO
package import Serving
import Synchronization

/// Orders that wait for the one thread that carries them out.
package final class ControlQueue<Call: ControlRequest>: Sendable {
    package struct Job: Sendable {
        package let call: Call
        package let content: [UInt8]
        fileprivate let late: LateResponse

        package func answer(_ response: ServedResponse) {
            late.fulfil(response)
        }
    }

    private let jobs = Mutex<[Job]>([])
    private let closed = Atomic(false)
    private let wakeUp: WakeUp

    package init() throws(SystemCallError) {
        wakeUp = try WakeUp()
    }

    func order(_ call: Call, _ content: [UInt8]) -> LateResponse {
        let job = Job(call: call, content: content, late: LateResponse())
        jobs.withLock { $0.append(job) }
        wakeUp.ring()
        return job.late
    }

    /// Readable while there may be orders. Borrowed.
    package var raw: Int32 { wakeUp.raw }

    /// All that wait, in their order. For the thread that carries them out.
    package func takeAll() -> [Job] {
        wakeUp.drain()
        return jobs.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
    }

    /// Waits for orders and has `body` answer them, until the queue is closed. For a thread that has nothing else to do.
    func serve(_ body: (Job) -> Void) {
        while !closed.load(ordering: .acquiring) {
            let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
            if let job { body(job) } else { wakeUp.wait() }
        }
    }

    /// Ends `serve` after the order that is being carried out.
    func close() {
        closed.store(true, ordering: .releasing)
        wakeUp.ring()
    }
}
