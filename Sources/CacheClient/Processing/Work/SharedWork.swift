import Synchronization

/// Work that many ask for and that is done once: whoever asks while it is under way gets its outcome, too.
///
/// It ends early where the last of them has left; who asks then begins it anew. Any thread may call it. Outcomes are handed
/// over outside the lock, in the order in which they were asked for.
final class SharedWork<Key: Hashable & Sendable, Outcome: Sendable>: Sendable {
    /// One who waits.
    struct Caller: Sendable {
        var priority: TransferPriority
        /// Asked each time anew: others may wait for what this caller makes of the work.
        var wantsPreviews: @Sendable () -> Bool = { false }
        var preview: @Sendable (Bitmap) -> Void = { _ in }
        /// Called once, unless the caller leaves before.
        var deliver: @Sendable (Outcome) -> Void
    }

    fileprivate struct State {
        var table = CallerTable<Key>()
        var callers: [TransferTicket: Caller] = [:]
        var jobs: [Int: SharedJob] = [:]
        /// By job, in the order in which they came.
        var waiting: [Int: [TransferTicket]] = [:]
        var tickets = 0
        /// What everybody is told once the work is closed.
        var last: Outcome?
    }

    private let state = Mutex(State())

    /// How many pieces of work are under way.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Asks for the work of that key. `begin` is called where it is not under way, and may finish it before it returns.
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

    /// Hands the outcome to all who wait. Work that nobody waits for any more hands over nothing.
    func finish(_ job: SharedJob, _ outcome: Outcome) {
        let callers = state.withLock { $0.finish(job.number) }
        job.close()
        for caller in callers { caller.deliver(outcome) }
    }

    /// The caller waits no longer, and nothing will be handed to it; false where it has been.
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

    /// True where anybody who waits for it wants to see what there is before it is finished.
    func wantsPreviews(_ job: SharedJob) -> Bool {
        callers(of: job).contains { $0.wantsPreviews() }
    }

    /// Shows all who want to see it what there is so far.
    func preview(_ job: SharedJob, _ bitmap: Bitmap) {
        for caller in callers(of: job) where caller.wantsPreviews() { caller.preview(bitmap) }
    }

    /// Ends all there is with this outcome, and all that is asked for later.
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
    /// Everybody who waited for it, in the order in which they came.
    fileprivate mutating func finish(_ number: Int) -> [SharedWork<Key, Outcome>.Caller] {
        jobs[number] = nil
        waiting[number] = nil
        return table.finish(number).compactMap { callers.removeValue(forKey: $0) }
    }
}
