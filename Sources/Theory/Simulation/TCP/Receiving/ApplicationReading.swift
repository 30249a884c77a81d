import Wire

/// How far the application has taken what came, and when it looks at the rest.
struct ApplicationReading {
    private(set) var takenUpTo = 0
    /// False while the application does not look: what comes stays with the kernel.
    private(set) var isReading = true
    /// When the application looks at what has come; nil where it is not on its way.
    private(set) var due: Instant?
    /// When the last segment came to the host.
    private(set) var cameAt = Instant.zero
    /// From TCP's hearing of it to the application's looking at it; 0 where that is at once.
    private var waking: Nanoseconds = 0
    private var looks = LookSchedule()

    var isWaiting: Bool { !isReading || due != nil }

    mutating func heard(_ hearing: SimulatedHost.Hearing) {
        cameAt = hearing.came
        waking = hearing.seen - hearing.heard
    }

    mutating func expect(_ known: [ProgramLook], from start: Int) { looks.expect(known, from: start) }

    /// The stream has come up to `end`; true if the application takes all of it at once.
    mutating func came(upTo end: Int, at now: Instant) -> Bool {
        looks.came(upTo: end, at: cameAt)
        let isKnown = looks.knows(beyond: takenUpTo)
        if !isKnown, waking <= 0 { return isReading }
        guard isReading, takenUpTo < end else { return false }
        if isKnown {
            due = looks.due.map { max($0, now) } ?? due ?? now + LookSchedule.patience
        } else {
            due = due ?? now + waking
        }
        return false
    }

    /// The application takes what lies before `end`.
    mutating func take(upTo end: Int) { takenUpTo = end }

    mutating func takeLook(at now: Instant) -> ProgramLook? { looks.take(at: now) }

    /// What lies before `takenUpTo` is taken without the looks at it.
    mutating func forgetLooks() { looks.forget(upTo: takenUpTo) }

    /// What is left waits for the next look.
    mutating func wait(at now: Instant) { due = looks.due ?? now + LookSchedule.patience }

    mutating func arrive() { due = nil }
    mutating func stop() { isReading = false }
    mutating func resume() { isReading = true }
}
