import Wire

/// How much the application has read, and when it reads next.
struct ApplicationReading {
    private(set) var takenUpTo = 0
    /// False while the application does not read, and data stays in the kernel.
    private(set) var isReading = true
    /// When the application reads next; nil if no read is scheduled.
    private(set) var due: Instant?
    /// When the last segment reached the host.
    private(set) var arrivedAt = Instant.zero
    /// From TCP's processing to the application's read; 0 if that is immediate.
    private var waking: Nanoseconds = 0
    /// TCP handles more packets before any application runs.
    private var isFollowed = false
    private var looks = LookSchedule()

    mutating func heard(_ hearing: SimulatedHost.HandlingTimes) {
        arrivedAt = hearing.came
        waking = hearing.seen - hearing.heard
        isFollowed = hearing.isFollowed
    }

    mutating func expect(_ known: [ProgramLook], from start: Int) { looks.expect(known, from: start) }

    /// The stream has arrived up to `end`, which took TCP `answering` to acknowledge; true if the application reads all of it
    /// at once.
    mutating func noteArrival(upTo end: Int, at now: Instant, answering: Nanoseconds = 0) -> Bool {
        looks.noteArrival(upTo: end, at: arrivedAt)
        let isKnown = looks.extends(beyond: takenUpTo)
        if !isKnown, waking <= 0, !isFollowed, due == nil { return isReading }
        guard isReading, takenUpTo < end else { return false }
        if isKnown {
            due = looks.due.map { max($0, now) } ?? due ?? now + LookSchedule.patience
        } else {
            due = due ?? now + waking + answering
        }
        return false
    }

    /// The application has read everything before `end`.
    mutating func take(upTo end: Int) { takenUpTo = end }

    mutating func takeLook(at now: Instant) -> ProgramLook? { looks.take(at: now) }

    /// Skips the known reads before `takenUpTo`.
    mutating func forgetLooks() { looks.forget(upTo: takenUpTo) }

    /// Schedules the next read for the rest.
    mutating func wait(at now: Instant) { due = looks.due ?? now + LookSchedule.patience }

    mutating func arrive() { due = nil }
    mutating func stop() { isReading = false }
    mutating func resume() { isReading = true }
}
