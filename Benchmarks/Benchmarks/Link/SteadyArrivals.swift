import LinkModel
import Runs
import Wire

/// What came over a line whose sender tries to keep it busy.
struct SteadyArrivals: Hashable, Sendable {
    /// The line's log is exact to a nanosecond, and a packet may begin in the middle of one.
    private static let rounding: Nanoseconds = 100

    /// By their numbers among all that came, from 0. The last bit of the first is where the time begins.
    let counted: ClosedRange<Int>
    /// Of each of them, as an IP packet.
    let bytes: Int
    /// What the line counts in each beside the IP packet, in bytes.
    var framing = 0
    /// From the first to the last.
    let time: Nanoseconds

    /// In bits per second, as the line counts them. A sender that had to wait for a processor, or a line's thread that
    /// had to before it read what was sent, leaves the queue empty: such time is told by throughput and lateness, and is
    /// none of the rate's.
    func rate(idle: Nanoseconds = 0) -> Double {
        Double((counted.count - 1) * (bytes + framing) * 8) / (Double(time - idle) / 1e9)
    }

    /// How long, by the line's own log, its queue was empty from the first to the last.
    func idleTime(by log: [LinkLogEntry]) -> Nanoseconds {
        let services = log.lazy
            .filter { $0.packet.direction == .down && $0.bytes == bytes && $0.decision.fate == .delivered }
            .map { (start: $0.decision.serviceStart, end: $0.decision.serviceEnd) }
            .sorted { $0.start < $1.start }
            .dropFirst(counted.lowerBound)
            .prefix(counted.count)
        return zip(services, services.dropFirst())
            .reduce(0) { idle, pair in
                let gap = pair.1.start - pair.0.end
                return gap > Self.rounding ? idle + gap : idle
            }
    }
}
