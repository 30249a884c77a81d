/// Finds the pauses of what one side sends, and tells what the sender waited for.
///
/// A sender whose window is full waits for an acknowledgement: its next segment comes within about a round trip. A longer
/// pause may be anybody's, and is not told.
struct PauseTrack {
    /// Shorter pauses are those between packets on a line, as a part of a round trip.
    private static let leastPart: Int64 = 32
    private static let leastPause: Int64 = 1_000_000
    /// A sender that sent less within two round trips was not held back by its window.
    private static let leastFlight = 5 * 1460

    /// The sender waited for acknowledgements.
    private(set) var window = PauseSeries()
    /// Bytes were missing, and what came next filled the hole or came after it was noticed.
    private(set) var recovery = PauseSeries()
    private var lastStamp: Int64?
    /// Bytes of this stretch, as long as a round trip, and of the one before.
    private var stretch = (start: Int64.min, bytes: 0, before: 0)

    /// Takes a segment with payload. `isRepair` where bytes in front of it were missing, or it brings some again.
    mutating func take(_ stamp: Int64, bytes: Int, isRepair: Bool, roundTrip: Int64?) {
        defer {
            lastStamp = max(stamp, lastStamp ?? stamp)
            count(bytes, at: stamp, roundTrip ?? 0)
        }
        guard let lastStamp, let roundTrip, roundTrip > 0 else { return }
        let (pause, isBeyond) = stamp.subtractingReportingOverflow(lastStamp)
        guard !isBeyond, pause > max(Self.leastPause, roundTrip / Self.leastPart) else { return }
        if isRepair {
            recovery.add(from: lastStamp, to: stamp)
        } else if pause <= roundTrip + roundTrip / 2, stretch.bytes + stretch.before >= Self.leastFlight {
            window.add(from: lastStamp, to: stamp)
        }
    }

    private mutating func count(_ bytes: Int, at stamp: Int64, _ roundTrip: Int64) {
        let (age, isBeyond) = stamp.subtractingReportingOverflow(stretch.start)
        if isBeyond || age > roundTrip {
            // After a long silence nothing is on its way.
            let isNext = !isBeyond && age <= 3 * max(1, min(roundTrip, .max / 4))
            stretch = (stamp, bytes, isNext ? stretch.bytes : 0)
        } else {
            stretch.bytes += bytes
        }
    }
}
