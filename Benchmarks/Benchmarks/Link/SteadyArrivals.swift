import LinkModel
import Runs
import Wire

/// Packets received over a line whose sender tries to keep it busy.
struct SteadyArrivals: Hashable, Sendable {
    /// The log is exact to a nanosecond, and a packet may begin within one.
    private static let rounding: Nanoseconds = 100

    /// Numbers of the packets counted, among all that arrived, from 0. Time begins with the last bit of the
    /// first.
    let counted: ClosedRange<Int>
    /// Length of each as an IP packet.
    let bytes: Int
    /// Bytes that the line counts per packet in addition to the IP packet.
    var framing = 0
    /// From the first to the last.
    let time: Nanoseconds

    /// Rate in bit/s as the line counts them. Subtracts `idle` time, in which the queue was empty because the
    /// sender or the line's thread waited for a processor; throughput and lateness report that time.
    func rate(idle: Nanoseconds = 0) -> Double {
        Double((counted.count - 1) * (bytes + framing) * 8) / (Double(time - idle) / 1e9)
    }

    /// Time in which the line's queue was empty, from the first packet to the last, by its own log.
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
