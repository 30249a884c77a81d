/// What a sender remembers of a reduction, to take it back if nothing was lost: all its retransmissions arrived twice, or an
/// acknowledgement echoes a timestamp from before the first of them (Eifel).
struct RecoveryUndo {
    /// The oldest byte outstanding when the loss was found; nil if there is nothing to take back.
    private(set) var marker: Int?
    /// Retransmissions that have not been reported as needless; nil before the first.
    private var retransmissions: Int?
    /// Time of the first retransmission in milliseconds; nil if none went.
    private(set) var firstStamp: Int?

    /// `resent` counts the retransmissions in flight.
    mutating func begin(from marker: Int, resent: Int) {
        self.marker = marker
        retransmissions = resent > 0 ? resent : nil
    }

    mutating func forget() { marker = nil }
    mutating func forgetStamp() { firstStamp = nil }

    mutating func resent(stamp: Int) {
        firstStamp = firstStamp ?? stamp
        retransmissions = (retransmissions ?? 0) + 1
    }

    /// The other end has received that end of the stream twice, in this many segments.
    mutating func arrivedTwice(upTo end: Int, segments: Int) {
        guard let marker, let left = retransmissions, left > 0, end > marker else { return }
        retransmissions = max(0, left - segments)
    }

    /// Every retransmission was needless.
    var isDisproved: Bool { marker != nil && retransmissions == 0 }

    /// Whether an acknowledgement with this echo is for something sent before the first retransmission.
    func isDelayed(echo: Int) -> Bool { firstStamp.map { echo < $0 } ?? true }

    func isPossible(echo: Int) -> Bool { marker != nil && (isDisproved || isDelayed(echo: echo)) }
}
