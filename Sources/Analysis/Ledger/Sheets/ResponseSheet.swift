import LinkModel
import Runs
import Wire

/// The causes of a response's time, from the origin's first write to its last byte's arrival.
///
/// At each instant of the line's way down, the first that applies:
///
/// 1. The line serves a packet of this response: `payload` for bytes of the body served for the first time,
///    `retransmit` for repeated bytes, `overhead` for the rest.
/// 2. A packet of this response waits in the queue: `sharing`.
/// 3. Every byte of it has been served: `propagation`, and `emulation` for the lateness of the last packet.
/// 4. The sender holds it back: see `HeldSender`.
struct ResponseSheet {
    private let exchange: LedgerExchange
    private let isOfStreams: Bool
    /// Services while this response waited.
    private(set) var waits: [Span] = []

    init(_ exchange: LedgerExchange, isOfStreams: Bool) {
        self.exchange = exchange
        self.isOfStreams = isOfStreams
    }

    /// Writes everything until `end`, or until the response has arrived.
    mutating func write(to sheet: inout LedgerSheet, until end: Instant, carried: inout CarriedBytes) {
        let end = min(end, sheet.end)
        let held = HeldSender(exchange, isOfStreams: isOfStreams)
        let packets = exchange.ownPackets(from: sheet.now, to: end).filter(\.isServed)
            .sorted { ($0.serviceEnd, $0.serviceStart) < ($1.serviceEnd, $1.serviceStart) }
        for packet in packets {
            guard sheet.now < end else { return }
            if packet.arrival > sheet.now { idle(&sheet, until: min(packet.arrival, end), held) }
            let waited = min(packet.serviceStart, end)
            if waited > sheet.now {
                waits.append(Span(start: sheet.now, end: waited))
                sheet.advance(to: waited, .sharing)
            }
            sheet.advance(
                to: min(packet.serviceEnd, end),
                .overhead,
                less: carried.parts(of: packet, in: exchange)
            )
        }
        idle(&sheet, until: end, held)
    }

    /// No packet of the response is at the line.
    private func idle(_ sheet: inout LedgerSheet, until end: Instant, _ held: HeldSender) {
        // Bytes served but damaged have not arrived.
        guard let completion = exchange.completion, completion.served <= sheet.now else {
            return held.write(to: &sheet, until: end)
        }
        sheet.advance(to: min(completion.due, end), .propagation)
        sheet.advance(to: min(completion.at, end), .emulation)
        sheet.advance(to: end, .unexplained)
    }
}
