/// What may differ from the articles' description, besides the start of each transfer.
struct Hypothesis {
    var name: String
    var isReno = false
    /// Packets that the line holds: netlab's number, or the 50 of dummynet, which such lines often used.
    var queue = 1000
    var mayBeSlower = false
    /// True if a fourth image, which the articles do not count, is on the line for a while.
    var hasOther = false

    static let all = [
        Hypothesis(name: "starts alone"),
        Hypothesis(name: "starts alone, reno", isReno: true),
        Hypothesis(name: "starts alone, a queue of 50 packets", queue: 50),
        Hypothesis(name: "starts, and a line of less than 2 Mbit/s", mayBeSlower: true),
        Hypothesis(name: "starts, and a fourth image", hasOther: true),
        Hypothesis(name: "starts, a fourth image, a queue of 50 packets", queue: 50, hasOther: true),
    ]
}
