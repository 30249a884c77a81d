import Synchronization

/// Work that several callers share: all who ask while it is in progress get the same outcome.
///
/// It ends early if its last caller leaves; a later caller begins it anew. Any thread may call it. Outcomes
/// are delivered outside the lock, in the order of the requests.
final class SharedWork<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
    /// A waiting caller.
    struct Caller: Sendable {
        var priority: TransferPriority
        /// Evaluated each time, because others may wait for what this caller makes of the work.
        var wantsPreviews: @Sendable () -> Bool = { false }
        var preview: @Sendable (Bitmap) -> Void = { _ in }
        /// Called once, unless the caller leaves first.
        var deliver: @Sendable (Outcome) -> Void
    }

    fileprivate struct State {
        var table = CallerTable<Key>()
        var callers: [TransferTicket: Caller] = [:]
        var jobs: [Int: SharedJob] = [:]
        /// By job, in order of arrival.
        var waiting: [Int: [TransferTicket]] = [:]
        var tickets = 0
        /// The outcome for every caller once the work is closed.
        var last: Outcome?
    }

    private let state = Mutex(State())

    /// Number of pieces of work in progress.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Asks for the work with this key. If it is not in progress, calls `begin`, which may finish it before
    /// it returns.
    func join(_ key: Key, _ caller: Caller, begin: (SharedJob) -> Void) -> TransferTicket {
        let (ticket, new, job, last) = state.withLock {
            state -> (TransferTicket, SharedJob?, (SharedJob, TransferPriority)?, Outcome?) in
            state.tickets += 1
            let ticket = TransferTicket(number: state.tickets)
            if let last = state.last { return (ticket, nil, nil, last) }
            let (number, isNew) = state.table.join(ticket, key, caller.priority)
            state.callers[ticket] = caller
            state.waiting[number, default: []].append(ticket)
            if isNew { state.jobs[number] = SharedJob(number, caller.priority) }
            let job = state.jobs[number]
            return (
                ticket, isNew ? job : nil, job.map { ($0, state.table.priority(of: number)) }, nil
            )
        }
        if let last {
            caller.deliver(last)
        } else if let new {
            begin(new)
        } else if let (job, priority) = job {
            job.prioritise(priority)
        }
        return ticket
    }

    /// Delivers the outcome to all callers; to none if they have all left.
    func finish(_ job: SharedJob, _ outcome: Outcome) {
        let callers = state.withLock { $0.finish(job.number) }
        job.close()
        for caller in callers { caller.deliver(outcome) }
    }

    /// Removes the caller, which receives nothing more; false if it already has the outcome.
    @discardableResult
    func leave(_ ticket: TransferTicket) -> Bool {
        let (hasLeft, job, priority) = state.withLock { state -> (Bool, SharedJob?, TransferPriority?) in
            guard let (number, isLast) = state.table.leave(ticket) else { return (false, nil, nil) }
            state.callers[ticket] = nil
            let job = state.jobs[number]
            if isLast {
                state.jobs[number] = nil
                state.waiting[number] = nil
                return (true, job, nil)
            }
            state.waiting[number]?.removeAll { $0 == ticket }
            return (true, job, state.table.priority(of: number))
        }
        if let priority { job?.prioritise(priority) } else { job?.abandon() }
        return hasLeft
    }

    func setPriority(_ priority: TransferPriority, of ticket: TransferTicket) {
        let (job, priority) = state.withLock { state -> (SharedJob?, TransferPriority) in
            guard let number = state.table.setPriority(priority, of: ticket) else { return (nil, priority) }
            return (state.jobs[number], state.table.priority(of: number))
        }
        job?.prioritise(priority)
    }

    /// True if any caller wants previews.
    func wantsPreviews(_ job: SharedJob) -> Bool {
        callers(of: job).contains { $0.wantsPreviews() }
    }

    /// Shows a preview to all callers who want one.
    func preview(_ job: SharedJob, _ bitmap: Bitmap) {
        for caller in callers(of: job) where caller.wantsPreviews() { caller.preview(bitmap) }
    }

    /// Ends all work, current and later, with this outcome.
    func close(_ outcome: Outcome) {
        let (callers, jobs) = state.withLock { state -> ([Caller], [SharedJob]) in
            state.last = outcome
            let jobs = state.jobs.values.sorted { $0.number < $1.number }
            return (jobs.flatMap { state.finish($0.number) }, jobs)
        }
        for job in jobs { job.abandon() }
        for caller in callers { caller.deliver(outcome) }
    }

    private func callers(of job: SharedJob) -> [Caller] {
        state.withLock { state in (state.waiting[job.number] ?? []).compactMap { state.callers[$0] } }
    }
}

extension SharedWork.State {
    /// Removes the job and returns its callers, in order of arrival.
    fileprivate mutating func finish(_ number: Int) -> [SharedWork<Key, Outcome>.Caller] {
        jobs[number] = nil
        waiting[number] = nil
        return table.finish(number).compactMap { callers.removeValue(forKey: $0) }
    }
}
