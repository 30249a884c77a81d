import Wire

/// Known times at which an application reads.
struct LookSchedule {
    /// Maximum wait of a read for all its bytes, after which it takes what has arrived: losses may differ
    /// from the recorded run's.
    static let patience: Nanoseconds = 2_000_000

    private var looks: [ProgramLook] = []
    /// Due times of the reads whose bytes have arrived.
    private var dues: [Instant] = []
    private var done = 0

    /// Due time of the next read whose bytes have arrived; nil if none is known.
    var due: Instant? { done < dues.count ? dues[done] : nil }

    /// Whether a known read extends beyond that stream position.
    func extends(beyond place: Int) -> Bool { looks.last.map { $0.end > place } ?? false }

    /// Adds the known reads of an answer that begins at that position.
    mutating func expect(_ known: [ProgramLook], from start: Int) {
        looks += known.map {
            ProgramLook(end: start + $0.end, there: start + $0.there, duration: $0.duration)
        }
    }

    /// The stream has arrived up to `end`.
    mutating func noteArrival(upTo end: Int, at moment: Instant) {
        while dues.count < looks.count, looks[dues.count].end <= end {
            let due = moment + looks[dues.count].duration
            dues.append(max(due, dues.last ?? due))
        }
    }

    mutating func take(at now: Instant) -> ProgramLook? {
        guard let due, due <= now else { return nil }
        done += 1
        return looks[done - 1]
    }

    /// Skips reads that end before that position.
    mutating func forget(upTo place: Int) {
        while done < looks.count, looks[done].end <= place { done += 1 }
    }
}
