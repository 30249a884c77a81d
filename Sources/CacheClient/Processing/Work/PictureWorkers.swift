internal import LinuxIO

/// Threads that decode and process, for work that callers share.
final class PictureWorkers: Sendable {
    typealias Works = SharedWork<PictureWork, Result<MadePicture, PictureError>>

    private let pool: WorkerPool
    private let works: Works

    init(_ count: Int, for works: Works) throws(SystemCallError) {
        pool = try WorkerPool(count, name: "pictures")
        self.works = works
    }

    /// Runs `body` on a worker when its turn comes, unless nobody waits for the job by then.
    func run(for job: SharedJob, _ body: @escaping @Sendable () -> Void) {
        let turn = job.turn()
        let number = pool.submit(job.priority) { if !job.isOver { body() } }
        guard let number else { return works.finish(job, .failure(.fetch(.closed))) }
        job.wait(
            for: .init(
                cancel: { [pool] in pool.cancel(number) },
                prioritise: { [pool] in pool.setPriority($0, of: number) }
            ),
            since: turn
        )
    }

    /// Runs `body`, for which no job waits, on a worker; false if the pool is shut down.
    func run(_ body: @escaping @Sendable () -> Void) -> Bool {
        pool.submit(.low, body) != nil
    }

    func shutdown() {
        pool.shutdown()
    }
}
