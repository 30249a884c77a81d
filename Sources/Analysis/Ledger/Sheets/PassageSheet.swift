import LinkModel
import Runs
import Wire

/// The causes of the time in which a name is looked up, a connection is opened, or a request travels. All belongs to one cause,
/// except the time in which packets waited for another connection's (`sharing`), a loss was not repaired
/// (`recovery`), the line was down (`outage`), or the engine was late (`emulation`).
struct PassageSheet {
    private let cause: LedgerCause
    private let span: Span
    private var parts: [(span: Span, cause: LedgerCause, direction: LinkDirection, lost: LostPacket?)] = []
    /// Services that packets waited for.
    private(set) var waits: [(span: Span, direction: LinkDirection)] = []
    private(set) var repairs: [RepairWait] = []

    /// The time from a packet's loss until the same was sent again; nil if nobody waited for it.
    typealias Repair = (FlowPacket, LinkDirection) -> Span?

    /// `packets` are those of the connection on which the passage depended, with their directions.
    init(
        _ cause: LedgerCause,
        _ span: Span,
        packets: [(packet: FlowPacket, direction: LinkDirection)],
        of connection: ConnectionLog,
        on line: LineLog
    ) {
        let here = Self.packets(packets, in: span)
        self.init(
            cause,
            span,
            packets: here,
            of: connection.flow.number,
            outages: connection.outages,
            on: line
        ) { packet, _ in
            guard let lost = packet.lost else { return nil }
            let again = here.map(\.packet).first {
                $0.arrival > packet.arrival && $0.bytes == packet.bytes && $0.isSyn == packet.isSyn
            }
            return Span(start: lost, end: again?.arrival ?? span.end)
        }
    }

    /// `outages` are when outages held up packets of that flow.
    init(
        _ cause: LedgerCause,
        _ span: Span,
        packets: [(packet: FlowPacket, direction: LinkDirection)],
        of flow: UInt32,
        outages: [Span],
        on line: LineLog,
        repair: Repair
    ) {
        self.cause = cause
        self.span = span
        let here = Self.packets(packets, in: span)
        for (packet, direction) in here {
            let waited = Span(start: packet.arrival, end: packet.serviceStart)
            for busy in line.others(than: flow, direction, in: waited) { add(busy, .sharing, direction) }
            if let missing = repair(packet, direction) {
                add(
                    missing,
                    .recovery,
                    direction,
                    LostPacket(packet: packet, direction: direction, span: missing)
                )
            }
        }
        // The direction names whom packets waited for: an outage is nobody's.
        for down in Span.parts(of: outages, from: span.start, to: span.end) {
            add(down, .outage, .down)
        }
        for (packet, direction) in Self.answered(here) {
            if let departure = packet.departure {
                add(Span(start: packet.due, end: departure), .emulation, direction)
            }
        }
    }

    /// Writes everything until the passage's end: if parts overlap, later ones first.
    mutating func write(to sheet: inout LedgerSheet) {
        let end = min(span.end, sheet.end)
        let cuts = Set(parts.flatMap { [$0.span.start, $0.span.end] } + [end]).sorted()
        for cut in cuts where cut > sheet.now && cut <= end {
            let middle = sheet.now
            let part = parts.filter { $0.span.start <= middle && middle < $0.span.end }
                .max { Self.rank($0.cause) < Self.rank($1.cause) }
            if let part, part.cause == .sharing {
                waits.append((Span(start: middle, end: cut), part.direction))
            }
            if let part, let lost = part.lost {
                let span = Span(start: middle, end: cut)
                repairs.append(RepairWait(span: span, lost: lost, isAsking: true))
            }
            sheet.advance(to: cut, part?.cause ?? cause)
        }
    }

    private static func packets(
        _ packets: [(packet: FlowPacket, direction: LinkDirection)],
        in span: Span
    ) -> [(packet: FlowPacket, direction: LinkDirection)] {
        packets.filter { $0.packet.arrival >= span.start && $0.packet.arrival < span.end }
    }

    private mutating func add(
        _ span: Span,
        _ cause: LedgerCause,
        _ direction: LinkDirection,
        _ lost: LostPacket? = nil
    ) {
        guard span.end > span.start else { return }
        parts.append((span, cause, direction, lost))
    }

    private static func rank(_ cause: LedgerCause) -> Int {
        switch cause {
        case .emulation: 4
        case .outage: 3
        case .recovery: 2
        case .sharing: 1
        case .cache, .blocked, .retry, .proxy, .dns, .fallback, .connect, .tls, .request, .server, .payload,
            .overhead,
            .retransmit,
            .window, .receiver, .propagation, .delivery, .decode, .unexplained:
            0
        }
    }

    /// The last packet of each run in one direction: the one that the other end waited for.
    private static func answered(
        _ packets: [(packet: FlowPacket, direction: LinkDirection)]
    ) -> [(packet: FlowPacket, direction: LinkDirection)] {
        let sorted = packets.filter { $0.packet.departure != nil }
            .sorted { ($0.packet.departure ?? .never) < ($1.packet.departure ?? .never) }
        return sorted.indices.filter { place in
            place + 1 == sorted.count || sorted[place + 1].direction != sorted[place].direction
        }
        .map { sorted[$0] }
    }
}
