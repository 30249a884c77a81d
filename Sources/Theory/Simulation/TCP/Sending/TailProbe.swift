/// The tail loss probe (RFC 8985): one is out at a time.
struct TailProbe {
    /// Up to where the stream was sent with it; nil where none is out.
    private var end: Int?
    /// It was something sent again.
    private var isRepeated = false

    var isOut: Bool { end != nil }

    /// `isRepeated` is nil where nothing could go.
    mutating func send(upTo next: Int, isRepeated: Bool?) {
        end = next
        self.isRepeated = isRepeated ?? self.isRepeated
    }

    mutating func forget() { end = nil }

    /// True if it repaired a loss, which is answered as one.
    mutating func judge(acknowledged: Int, _ news: AcknowledgementNews) -> Bool {
        guard let probed = end, acknowledged >= probed else { return false }
        if isRepeated, !news.isDuplicateTold {
            if acknowledged > probed { return true }
            if news.isAdvanced || news.hasSacked || news.movesWindow { return false }
        }
        end = nil
        return false
    }
}
