internal import Wire

/// Deadlines of the callers. Pure. A caller that no longer waits stays in it until its deadline, or until
/// most entries are such.
struct DeadlineQueue {
    private var agenda = Agenda<TransferTicket>()

    var count: Int { agenda.count }

    var next: Instant? { agenda.first?.due }

    mutating func add(_ caller: TransferTicket, at deadline: Instant) {
        agenda.add(caller, at: deadline)
    }

    /// The next caller whose deadline has passed; nil if there is none.
    mutating func takeDue(at now: Instant) -> TransferTicket? {
        guard let next, next <= now else { return nil }
        return agenda.removeFirst()?.item
    }

    /// Removes callers that no longer wait, if they are more than half; `count` is the number of waiting
    /// ones.
    mutating func tidy(waiting count: Int, _ waits: (TransferTicket) -> Bool) {
        guard agenda.count > 2 * count + 64 else { return }
        var kept = Agenda<TransferTicket>()
        while let entry = agenda.removeFirst() {
            if waits(entry.item) { kept.add(entry.item, at: entry.due) }
        }
        agenda = kept
    }
}
