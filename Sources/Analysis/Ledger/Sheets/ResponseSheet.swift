import LinkModel
import Runs
import Wire

/// The causes of a response's time, from the origin's first write to its last byte's arrival.
///
/// On a connection that it shares, the bytes of other streams ahead of its own are packets of it, too: it can not come
/// before them. At each instant of the line's way down, the first that applies:
///
/// 1. The line is down and holds up the connection: `outage`.
/// 2. The line serves a packet of this response: `payload` for bytes of the body served for the first time,
///    `retransmit` for repeated bytes, `sharing` for other streams' bytes, `recovery` for those of them that were lost
///    before, `overhead` for the rest.
/// 3. A packet of this response waits in the queue: `sharing`.
/// 4. Every byte of it has been served: `propagation`, and `emulation` for the lateness of the last packet.
/// 5. The sender holds it back: see `HeldSender`.
struct ResponseSheet {
    private let exchange: LedgerExchange
    /// Services while this response waited.
    private(set) var waits: [Span] = []
    private var held: HeldSender
    private var servedAgain: [RepairWait] = []

    init(_ exchange: LedgerExchange, isOfStreams: Bool) {
        self.exchange = exchange
        held = HeldSender(exchange, isOfStreams: isOfStreams)
    }

    var flowControl: TransferLedger.FlowControl? { held.flowControl }

    /// The waits for lost packets.
    var repairs: [RepairWait] { held.repairs + servedAgain }

    /// Writes everything until `end`, or until the response has arrived.
    mutating func write(to sheet: inout LedgerSheet, until end: Instant, carried: inout CarriedBytes) {
        let end = min(end, sheet.end)
        let packets = exchange.ownPackets(from: sheet.now, to: end).filter(\.isServed)
            .sorted { ($0.serviceEnd, $0.serviceStart) < ($1.serviceEnd, $1.serviceStart) }
        for packet in packets {
            // What follows the packet that completes it does not concern it.
            guard sheet.now < min(end, exchange.completion?.served ?? .never) else { break }
            if packet.arrival > sheet.now { idle(&sheet, until: min(packet.arrival, end)) }
            wait(&sheet, until: min(packet.serviceStart, end))
            serve(packet, &sheet, until: min(packet.serviceEnd, end), &carried)
        }
        idle(&sheet, until: end)
    }

    /// A packet of the response waits in the line's queue.
    private mutating func wait(_ sheet: inout LedgerSheet, until end: Instant) {
        for outage in outages(from: sheet.now, to: end) {
            share(&sheet, until: outage.start)
            sheet.advance(to: outage.end, .outage)
        }
        share(&sheet, until: end)
    }

    private mutating func share(_ sheet: inout LedgerSheet, until end: Instant) {
        guard end > sheet.now else { return }
        waits.append(Span(start: sheet.now, end: end))
        sheet.advance(to: end, .sharing)
    }

    private mutating func serve(
        _ packet: FlowPacket,
        _ sheet: inout LedgerSheet,
        until end: Instant,
        _ carried: inout CarriedBytes
    ) {
        let down = outages(from: packet.serviceStart, to: packet.serviceEnd).reduce(0) { $0 + $1.length }
        let parts = carried.parts(of: packet, in: exchange, outage: down)
        if !exchange.places.isEmpty, parts.contains(where: { $0.cause == .sharing && $0.time > 0 }) {
            waits.append(Span(start: max(sheet.now, packet.serviceStart), end: end))
        }
        let from = sheet.now
        let before = sheet.rows[.recovery] ?? 0
        sheet.advance(to: end, .overhead, less: [(.outage, down)] + parts)
        let repair = (sheet.rows[.recovery] ?? 0) - before
        if repair > 0 { noteRepair(with: packet, Span(start: from, end: from + repair)) }
    }

    /// The line carries another stream's bytes again.
    private mutating func noteRepair(with packet: FlowPacket, _ span: Span) {
        let lost = exchange.connection.sender.lost.last { lost in
            lost.direction == .down && lost.span.start <= packet.arrival
                && lost.packet.bytes.overlaps(packet.bytes)
        }
        let needless = LostPacket(packet: packet, direction: .down, span: span)
        servedAgain.append(RepairWait(span: span, lost: lost ?? needless, isAsking: false))
    }

    private func outages(from start: Instant, to end: Instant) -> [Span] {
        Span.parts(of: exchange.connection.outages, from: start, to: end)
    }

    /// No packet of the response is at the line.
    private mutating func idle(_ sheet: inout LedgerSheet, until end: Instant) {
        // Bytes served but damaged have not arrived.
        guard let completion = exchange.completion, completion.served <= sheet.now else {
            return held.write(to: &sheet, until: end)
        }
        sheet.advance(to: min(completion.due, end), .propagation)
        sheet.advance(to: min(completion.at, end), .emulation)
        sheet.advance(to: end, .unexplained)
    }
}
