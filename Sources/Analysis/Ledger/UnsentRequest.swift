import LinkModel
import Runs
import Wire

/// A request that the client's own TCP keeps back: earlier bytes of the connection have not been acknowledged, and its window has
/// no room. Example: on a line with a long queue the client sends a SETTINGS frame a second time because the answer is late, and
/// may then have one segment in flight.
struct UnsentRequest {
    /// `recovery` if earlier bytes were sent again, else `window`.
    let cause: LedgerCause
    /// When its first packet reaches the line.
    let end: Instant

    /// nil if the request left within the time that a host takes to answer, or nothing is known to have been in its way.
    init?(_ exchange: LedgerExchange, since start: Instant) {
        let flow = exchange.connection.flow
        guard let first = exchange.request.first, first.arrival - start > HeldSender.answering else {
            return nil
        }
        let earlier = flow.up.prefix { $0.arrival <= start }
            .filter { !$0.bytes.isEmpty && $0.bytes.upperBound <= first.bytes.lowerBound }
        let heard =
            flow.down.lazy.filter { $0.received.map { $0 <= start } ?? false }.map(\.acknowledged).max() ?? 0
        let outstanding = earlier.filter { $0.bytes.upperBound > heard }
        // It left when the client heard something that made room.
        let isAnswer = flow.down.contains { packet in
            packet.received.map { $0 <= first.arrival && first.arrival - $0 <= HeldSender.answering } ?? false
        }
        var sent = ByteRanges()
        let isRepeated = outstanding.contains { sent.insert($0.bytes).isEmpty }
        guard isAnswer, isRepeated || outstanding.count >= ObservedSender.usualWindow else { return nil }
        cause = isRepeated ? .recovery : .window
        end = first.arrival
    }
}
