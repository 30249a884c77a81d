/// The greatest of what was seen within a number of rounds, from three candidates, as Linux keeps it.
struct RecentMaximum {
    private struct Seen {
        var round = 0
        var value = 0
    }

    private let window: Int
    private var best = Seen()
    private var second = Seen()
    private var third = Seen()

    init(rounds: Int) { window = rounds }

    var value: Int { best.value }

    mutating func note(_ value: Int, round: Int) {
        let seen = Seen(round: round, value: value)
        if value >= best.value || round - third.round > window {
            (best, second, third) = (seen, seen, seen)
            return
        }
        if value >= second.value {
            (second, third) = (seen, seen)
        } else if value >= third.value {
            third = seen
        }
        age(seen)
    }

    /// Candidates that are too old make way, and each part of the window gets one of its own.
    private mutating func age(_ seen: Seen) {
        let age = seen.round - best.round
        if age > window {
            (best, second, third) = (second, third, seen)
            if seen.round - best.round > window { (best, second, third) = (second, third, seen) }
        } else if second.round == best.round, age > window / 4 {
            (second, third) = (seen, seen)
        } else if third.round == second.round, age > window / 2 {
            third = seen
        }
    }
}
