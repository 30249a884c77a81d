/// Finds the longest silences of a connection, and whether what came after each repaired a loss.
struct SilenceTrack {
    /// Shorter ones are round trips, and waits of a sender for its timer.
    private static let least: Int64 = 200_000_000
    private static let most = 4

    /// In the order of time.
    private(set) var longest: [CaptureSilence] = []
    /// A silence behind which no bytes have come yet.
    private var open: CaptureSilence?

    /// Takes the times of two packets that follow each other.
    @inline(__always)
    mutating func pass(from last: Int64, to stamp: Int64) {
        guard stamp - last >= Self.least else { return }
        begin(from: last, to: stamp)
    }

    /// Of two silences without bytes between them, as around a probe, the longer one counts.
    private mutating func begin(from last: Int64, to stamp: Int64) {
        let new = CaptureSilence(start: last, end: stamp, isRepaired: false)
        open = open.map { $0.time >= new.time ? $0 : new } ?? new
    }

    /// Takes the first bytes behind a silence; `isRepair` if they repeat some, or fill a hole.
    @inline(__always)
    mutating func resume(isRepair: Bool) {
        guard open != nil else { return }
        close(isRepair: isRepair)
    }

    private mutating func close(isRepair: Bool) {
        guard var silence = open else { return }
        open = nil
        silence.isRepaired = isRepair
        longest.append(silence)
        guard longest.count > Self.most,
            let shortest = longest.indices.min(by: { longest[$0].time < longest[$1].time })
        else { return }
        longest.remove(at: shortest)
    }
}
