/// Windowed maximum over a number of rounds, from three candidates, as in Linux.
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

    /// Drops expired candidates, and gives each part of the window its own.
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
