internal import Wire

/// By when each caller must have its answer. Pure; who no longer waits is left in it until its time has come, or until
/// most are of that kind.
struct DeadlineQueue {
    private var agenda = Agenda<TransferTicket>()

    var count: Int { agenda.count }

    var next: Instant? { agenda.first?.due }

    mutating func add(_ caller: TransferTicket, at deadline: Instant) {
        agenda.add(caller, at: deadline)
    }

    /// The next caller whose time is over; nil where nobody's is.
    mutating func takeDue(at now: Instant) -> TransferTicket? {
        guard let next, next <= now else { return nil }
        return agenda.removeFirst()?.item
    }

    /// Keeps those who wait, where they are less than half; `count` is how many do.
    mutating func tidy(waiting count: Int, _ waits: (TransferTicket) -> Bool) {
        guard agenda.count > 2 * count + 64 else { return }
        var kept = Agenda<TransferTicket>()
        while let entry = agenda.removeFirst() {
            if waits(entry.item) { kept.add(entry.item, at: entry.due) }
        }
        agenda = kept
    }
}
