/// Ack aggregation: by how many segments acknowledgements exceed what the rate explains. Keeps the maximum of
/// the last five to ten rounds.
struct AcknowledgementExcess {
    private static let rounds = 5
    private static let longestEpoch = 1 << 20
    /// Microseconds; keeps the product with the largest rate within range.
    private static let longestTime = 1 << 30

    private var epochBegan = 0
    private var inEpoch = 0
    private var age = 0
    private var recent = 0
    private var before = 0

    var most: Int { max(recent, before) }

    /// Starts a new epoch.
    mutating func begin(at microseconds: Int) {
        epochBegan = microseconds
        inEpoch = 0
    }

    mutating func note(
        _ acknowledged: Int,
        rate: Int,
        window: Int,
        isRoundStart: Bool,
        at microseconds: Int
    ) {
        if isRoundStart {
            age = min(31, age + 1)
            if age >= Self.rounds {
                age = 0
                (recent, before) = (0, recent)
            }
        }
        let elapsed = min(microseconds - epochBegan, Self.longestTime)
        var expected = rate * elapsed / BottleneckModel.rateUnit
        if inEpoch <= expected || inEpoch + acknowledged >= Self.longestEpoch {
            begin(at: microseconds)
            expected = 0
        }
        inEpoch += acknowledged
        recent = max(recent, min(inEpoch - expected, window))
    }
}
