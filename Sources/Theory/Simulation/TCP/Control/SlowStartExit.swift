/// HyStart: ends slow start before a loss does, when an acknowledgement train lasts half a round trip or the
/// round trip grows. Times in microseconds.
struct SlowStartExit {
    /// The sender's state when a round trip has been measured.
    struct State {
        var isSlowStart: Bool
        var window: Int
        var acknowledged: Int
        var next: Int
        /// Bytes per second.
        var pacingRate: Int
    }

    private static let leastWindow = 16
    private static let trainGap = 2000
    private static let samples = 8
    private static let largestBurst = 65_536

    private(set) var isFound = false
    private var roundStart = 0
    private var lastAcknowledgement = 0
    private var roundEnd = 0
    private var roundDelay = Int.max
    private var sampleCount = 0

    mutating func begin(_ now: Int, next: Int) {
        roundStart = now
        lastAcknowledgement = now
        roundEnd = next
        roundDelay = .max
        sampleCount = 0
    }

    mutating func note(_ delay: Int, leastDelay: Int, _ state: State, at now: Int) -> Bool {
        if state.acknowledged > roundEnd { begin(now, next: state.next) }
        guard state.window >= Self.leastWindow else { return false }
        if now - lastAcknowledgement <= Self.trainGap {
            lastAcknowledgement = now
            let burst =
                state.pacingRate == 0 ? 0 : min(1000, Self.largestBurst * 4_000_000 / state.pacingRate)
            if now - roundStart > (leastDelay + burst) >> 1 { isFound = true }
        }
        roundDelay = min(roundDelay, delay)
        if sampleCount < Self.samples {
            sampleCount += 1
        } else if roundDelay > leastDelay + min(max(leastDelay >> 3, 4000), 16_000) {
            isFound = true
        }
        return isFound
    }
}
