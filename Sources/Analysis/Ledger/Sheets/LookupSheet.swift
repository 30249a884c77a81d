import LinkModel
import Runs
import Wire

/// The causes of the time in which a name is looked up. The questions and answers are the packets of no connection: what they
/// waited for on the line is no time of the look-up itself, nor is the resolver's wait before it asks again.
struct LookupSheet {
    /// A resolver's timers are whole seconds, give or take this. A question at another time is for another name.
    private static let second: Nanoseconds = 1_000_000_000
    private static let tolerance: Nanoseconds = 50_000_000
    /// A look-up goes on this soon after its last answer.
    private static let soon: Nanoseconds = 500_000_000
    private static let flow: UInt32 = 0

    private let line: LineLog
    private let outages: [Span]
    /// Services that packets waited for.
    private(set) var waits: [(span: Span, direction: LinkDirection)] = []
    private(set) var repairs: [RepairWait] = []

    init(_ line: LineLog, _ outages: LineOutages) {
        self.line = line
        self.outages = outages.delays(of: line.lookups)
    }

    /// Writes the time until the name is known.
    mutating func write(to sheet: inout LedgerSheet, until end: Instant) {
        let span = Span(start: sheet.now, end: min(end, sheet.end))
        guard span.length > 0 else { return }
        let lookups = line.lookups
        var passage = PassageSheet(
            .dns,
            span,
            packets: lookups.up.map { ($0, .up) } + lookups.down.map { ($0, .down) },
            of: Self.flow,
            outages: outages,
            on: line
        ) { packet, direction in
            missing(packet, direction, in: span)
        }
        passage.write(to: &sheet)
        waits += passage.waits
        repairs += passage.repairs
    }

    /// From the loss of a packet until the resolver asked again; nil if it did not wait for that packet.
    private func missing(_ packet: FlowPacket, _ direction: LinkDirection, in span: Span) -> Span? {
        guard let lost = packet.lost else { return nil }
        let asked =
            direction == .up
            ? packet : line.lookups.up.last { $0.received.map { $0 <= packet.arrival } ?? false }
        if let asked, let again = repetition(of: asked, after: lost), again.arrival < span.end {
            return Span(start: lost, end: again.arrival)
        }
        let isAnswered = line.lookups.down.contains {
            $0.received.map { $0 > lost && $0 <= span.end && span.end - $0 <= Self.soon } ?? false
        }
        return isAnswered ? nil : Span(start: lost, end: span.end)
    }

    private func repetition(of asked: FlowPacket, after moment: Instant) -> FlowPacket? {
        line.lookups.up.first { packet in
            let time = packet.arrival - asked.arrival
            let beyond = (time + Self.tolerance) % Self.second
            return packet.arrival > moment && packet.size == asked.size
                && time >= Self.second - Self.tolerance && beyond <= 2 * Self.tolerance
        }
    }
}
