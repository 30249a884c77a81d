import Wire

/// When an application looks at what has come, as far as that is known.
struct LookSchedule {
    /// A look that took more than comes now takes what there is after so long: what is lost is not always the same.
    static let patience: Nanoseconds = 2_000_000

    private var looks: [ProgramLook] = []
    /// When each is due of those whose bytes have come.
    private var dues: [Instant] = []
    private var done = 0

    /// The next look whose bytes have come; nil where none is known.
    var due: Instant? { done < dues.count ? dues[done] : nil }

    /// Whether a look is known that takes what lies beyond that place of the stream.
    func knows(beyond place: Int) -> Bool { looks.last.map { $0.end > place } ?? false }

    /// Of an answer that begins at that place.
    mutating func expect(_ known: [ProgramLook], from start: Int) {
        looks += known.map { ProgramLook(end: start + $0.end, there: start + $0.there, takes: $0.takes) }
    }

    /// The stream has come up to `end`.
    mutating func came(upTo end: Int, at moment: Instant) {
        while dues.count < looks.count, looks[dues.count].end <= end {
            let due = moment + looks[dues.count].takes
            dues.append(max(due, dues.last ?? due))
        }
    }

    mutating func take(at now: Instant) -> ProgramLook? {
        guard let due, due <= now else { return nil }
        done += 1
        return looks[done - 1]
    }

    /// What lies before that place is taken without them.
    mutating func forget(upTo place: Int) {
        while done < looks.count, looks[done].end <= place { done += 1 }
    }
}
