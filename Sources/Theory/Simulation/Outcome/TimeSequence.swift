import LinkModel
import Runs
package import Wire

/// A simulated response as a time-sequence graph: how many of its bytes the line had been handed, and how
/// many the client had received in order, over time.
package struct TimeSequence: Hashable, Sendable {
    package struct Point: Hashable, Sendable {
        package var at: Instant
        /// Bytes of the response, head included.
        package var bytes: Int
    }

    /// Maximum number of points; longer series are thinned out evenly.
    package static let mostPoints = 200

    package let sent: [Point]
    package let received: [Point]

    /// nil if the simulation kept no log or the response never began. Walks the whole log.
    package init?(_ outcome: SimulationOutcome, of place: Int) {
        let transfer = outcome.transfers[place]
        guard let response = transfer.response, !outcome.linkLog.isEmpty else { return nil }
        var (sent, arrivals): ([Point], [(at: Instant, range: Range<Int>)]) = ([], [])
        for (entry, content) in zip(outcome.linkLog, outcome.contents)
        where entry.packet.direction == .down && entry.packet.flow == transfer.flow && content.payload > 0 {
            let range = (content.sequence..<content.sequence + content.payload).clamped(to: response)
            guard !range.isEmpty else { continue }
            let end = range.upperBound - response.lowerBound
            if end > sent.last?.bytes ?? 0 { sent.append(Point(at: entry.arrival, bytes: end)) }
            guard let departure = entry.departure, !entry.decision.alterations.contains(.corrupted) else {
                continue
            }
            arrivals.append((departure, range))
        }
        self.sent = Self.thinned(sent)
        received = Self.thinned(Self.inOrder(arrivals, from: response.lowerBound))
    }

    private static func inOrder(_ arrivals: [(at: Instant, range: Range<Int>)], from start: Int) -> [Point] {
        var stream = Reassembly()
        var points: [Point] = []
        for arrival in arrivals.sorted(by: { $0.at < $1.at }) {
            let range = arrival.range.lowerBound - start..<arrival.range.upperBound - start
            _ = stream.take(range)
            guard stream.next > points.last?.bytes ?? 0 else { continue }
            points.append(Point(at: arrival.at, bytes: stream.next))
        }
        return points
    }

    /// Always keeps the last point.
    private static func thinned(_ points: [Point]) -> [Point] {
        guard points.count > mostPoints else { return points }
        return (1...mostPoints).map { points[$0 * points.count / mostPoints - 1] }
    }
}
