package import Wire

/// One of the figures that state an impairment, such as the burst of a policer.
package struct ImpairmentFigure: Hashable, Sendable {
    package enum Value: Hashable, Sendable {
        case time(Nanoseconds)
        /// Bits per second.
        case rate(Int64)
        case bytes(Int)
        case count(Int)
        /// Of a flow's packets: 0 to 1.
        case share(Double)
        /// Of neighbours in a flow: 0 to below 1.
        case correlation(Double)
        case word(String)

        package var isZero: Bool {
            switch self {
            case .time(let amount), .rate(let amount): amount == 0
            case .bytes(let amount), .count(let amount): amount == 0
            case .share(let ratio), .correlation(let ratio): ratio == 0
            case .word: false
            }
        }
    }

    package enum Presence: Hashable, Sendable {
        /// Scenarios have to say it.
        case required
        /// Scenarios may leave it out. It is told where it is not the usual value.
        case optional
        /// Scenarios may leave it out. It is told all the same, unless one figure says everything.
        case always
    }

    /// The key in a scenario.
    package let key: String
    package let presence: Presence
    /// The value where a scenario does not say it. Its case is the kind of all values.
    package let usual: Value
    /// What a word may be.
    package let words: [String]
    /// The figure in words; `#` stands for its value.
    package let phrase: String
}
