/// Finds the pauses of one side's sending, and what the sender waited for.
///
/// A sender with a full window waits for an acknowledgement: its next segment comes within about a round
/// trip. A longer pause may have any cause, and is not recorded.
struct PauseTrack {
    /// Shorter pauses are normal spacing of packets on a line; a fraction of the round trip.
    private static let leastPart: Int64 = 32
    private static let leastPause: Int64 = 1_000_000
    /// A sender that sent less within two round trips was not limited by its window.
    private static let leastFlight = 5 * 1460

    /// Pauses for acknowledgements.
    private(set) var window = PauseSeries()
    /// Pauses while bytes were missing: the next segment filled the hole, or came after the loss was
    /// detected.
    private(set) var recovery = PauseSeries()
    private var lastStamp: Int64?
    /// Bytes of the current stretch, one round trip long, and of the one before.
    private var stretch = (start: Int64.min, bytes: 0, before: 0)

    /// Takes a segment with payload. `isRepair` if bytes before it were missing, or if it repeats some.
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
            // After a long silence nothing is in flight.
            let isNext = !isBeyond && age <= 3 * max(1, min(roundTrip, .max / 4))
            stretch = (stamp, bytes, isNext ? stretch.bytes : 0)
        } else {
            stretch.bytes += bytes
        }
    }
}
