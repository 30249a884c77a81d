/// A FIFO queue of waiting jobs.
struct JobLine {
    /// nil in place of a job already taken.
    private var jobs: [JobQueue.Job?] = []
    private var taken = 0

    mutating func append(_ job: @escaping JobQueue.Job) {
        jobs.append(job)
    }

    mutating func take() -> JobQueue.Job? {
        guard taken < jobs.count else { return nil }
        defer {
            jobs[taken] = nil
            taken += 1
            // Half of it at once, so that each job is moved once at most.
            if taken * 2 >= jobs.count {
                jobs.removeFirst(taken)
                taken = 0
            }
        }
        return jobs[taken]
    }
}
