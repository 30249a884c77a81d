/// The tail loss probe (RFC 8985): at most one is in flight.
struct TailProbe {
    /// End of the stream sent with the probe; nil if none is in flight.
    private var end: Int?
    /// Whether it was a retransmission.
    private var isRepeated = false

    var isOut: Bool { end != nil }

    /// It is in flight, and a retransmission.
    var isRepetitionOut: Bool { isOut && isRepeated }

    func ends(at place: Int) -> Bool { end == place }

    mutating func send(upTo next: Int, isRepeated: Bool) {
        end = next
        self.isRepeated = isRepeated
    }

    mutating func forget() { end = nil }

    /// True if the probe repaired a loss, which then reduces the window.
    mutating func judge(acknowledged: Int, _ news: AcknowledgementEffects) -> Bool {
        guard let probed = end, acknowledged >= probed else { return false }
        if isRepeated, !news.isProbeDuplicate {
            if acknowledged > probed { return true }
            if news.isAdvanced || news.isPlain || news.hasSacked { return false }
        }
        end = nil
        return false
    }
}
