/// What is free to be other than the articles say, beside when each transfer began.
struct Hypothesis {
    var name: String
    var isReno = false
    /// Packets that the line holds: netlab's, and the 50 of dummynet, which such lines were long made of.
    var queue = 1000
    var mayBeSlower = false
    /// A fourth image is on the line for a while, which they do not count.
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
