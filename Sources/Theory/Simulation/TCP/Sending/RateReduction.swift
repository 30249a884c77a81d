/// Proportional rate reduction (RFC 6937): the window shrinks as segments are delivered.
struct RateReduction {
    /// The window when the loss was found, in segments.
    let windowBefore: Int
    private(set) var delivered = 0
    private(set) var sent = 0

    init(from window: Int) {
        windowBefore = window
    }

    mutating func deliver(_ segments: Int) { delivered += segments }
    mutating func send(_ segments: Int) { sent += segments }

    /// The reduced window on its way to the slow start threshold; nil leaves it. `delivered` and `isClean`
    /// (progress without another loss) are the last acknowledgement's.
    func window(threshold: Int, inFlight: Int, delivered now: Int, isClean: Bool) -> Int? {
        guard now > 0, windowBefore > 0 else { return nil }
        let room = threshold - inFlight
        var count: Int
        if room < 0 {
            count = (threshold * delivered + windowBefore - 1) / windowBefore - sent
        } else {
            count = min(room, max(delivered - sent, now) + (isClean ? 1 : 0))
        }
        count = max(count, sent > 0 ? 0 : 1)
        return inFlight + count
    }
}
