/// What is free to be other than written in the articles, beside when each transfer began.
struct Hypothesis {
    var name: String
    var isReno = false
    /// Rates of the line to try, in bit/s.
    var rates: [Int64] = [2_000_000]
    /// Bodies of a fourth image on the same line, which they do not count; 0 is none.
    var others: [Int] = [0]

    static let all = [
        Hypothesis(name: "offsets alone, cubic"),
        Hypothesis(name: "offsets alone, reno", isReno: true),
        Hypothesis(
            name: "offsets and a line of less than 2 Mbit/s",
            rates: [1_950_000, 1_900_000, 1_850_000, 1_800_000, 1_700_000, 1_600_000]
        ),
        Hypothesis(
            name: "offsets and a fourth image",
            others: [50_000, 100_000, 200_000, 400_000]
        ),
    ]
}
