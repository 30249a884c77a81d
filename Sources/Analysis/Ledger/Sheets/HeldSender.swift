import LinkModel
import Logs
import Runs
import Wire

/// Why no packet of an unfinished response is at the line: what holds the sender back at each instant.
///
/// The first that applies: a loss is not repaired (`recovery`); the next segment exceeds the client's window, or HTTP/2's
/// flow control lets the origin write nothing more (`receiver`); the congestion window may be full (`window`, also for senders paced by a rate); the origin
/// has not written everything (`server`); else `unexplained`. While the line is down and holds up the connection's packets,
/// what waits for them waits for the line (`outage`).
struct HeldSender {
    /// A host reacts to a packet within this time: shorter waits need no other reason.
    static let answering: Nanoseconds = 1_000_000

    private let exchange: LedgerExchange
    private let isOfStreams: Bool
    /// The waits for repairs that were written, in order.
    private(set) var repairs: [RepairWait] = []
    /// What HTTP/2's flow control took of the time that was written; nil if nothing.
    private(set) var flowControl: TransferLedger.FlowControl?
    /// Losses before this one were repaired before what is written next.
    private var firstLoss = 0
    private var sender: ObservedSender { exchange.connection.sender }
    /// Losses that the response waited for.
    private let lost: [LostPacket]
    /// Stretches in which one of them was not repaired, without overlap.
    private let losses: [Span]

    /// `isOfStreams` if no TCP crossed the line: bytes not there have not been written.
    init(_ exchange: LedgerExchange, isOfStreams: Bool) {
        self.exchange = exchange
        self.isOfStreams = isOfStreams
        let sender = exchange.connection.sender
        guard exchange.isQUIC else {
            (lost, losses) = (sender.lost, sender.losses)
            return
        }
        // Streams do not wait for each other's.
        lost = sender.lost.filter { $0.direction == .down && exchange.ownBytes(in: $0.packet.bytes) > 0 }
        losses = Span.merged(lost.map(\.span))
    }

    /// Writes the time until the response's next packet reaches the line, at `end`.
    mutating func write(to sheet: inout LedgerSheet, until end: Instant) {
        let end = min(end, sheet.end)
        guard end > sheet.now else { return }
        let onTime = max(sheet.now, end - lateness(before: end))
        let endsWithAnswer = followsAcknowledgement(end)
        while sheet.now < onTime {
            let from = sheet.now
            let next = min(onTime, nextChange(after: from) ?? onTime)
            let hold = hold(at: from, until: end)
            let cause = cause(at: from, endsWithAnswer: endsWithAnswer, isHeld: hold != nil)
            // The sender reacted to a packet: that took its host a moment.
            let isAnswer =
                !isOfStreams && hasBegun(at: from)
                && (next == onTime && end - from <= Self.answering
                    || cause == .unexplained && nextPacket(after: from, by: end) - from <= Self.answering)
            let isOfLine = cause == .recovery || cause == .outage || hold != nil
            if let hold, cause == .receiver { note(hold, next - from) }
            if cause == .recovery { note(Span(start: from, end: next)) }
            sheet.advance(to: next, isAnswer && !isOfLine ? .window : cause)
        }
        sheet.advance(to: end, .emulation)
    }

    /// `endsWithAnswer` if the next packet answered an acknowledgement: the sender may have waited for that.
    /// `isHeld` if HTTP/2's flow control keeps the origin from writing.
    private func cause(at moment: Instant, endsWithAnswer: Bool, isHeld: Bool) -> LedgerCause {
        guard !isOfStreams else { return isWritten(at: moment) ? .unexplained : .server }
        let outage = Span.first(of: exchange.connection.outages, endingAfter: moment)
        let isDown = outage.map { $0.start <= moment } ?? false
        if losses.contains(where: { $0.start <= moment && moment < $0.end }) {
            return isDown ? .outage : .recovery
        }
        let cause = isHeld ? .receiver : heldBy(at: moment, endsWithAnswer: endsWithAnswer)
        return isDown && (cause == .window || cause == .receiver) ? .outage : cause
    }

    /// Of what was missing then, that of which it was lost first: the rest waits behind it.
    private mutating func note(_ span: Span) {
        while firstLoss < lost.count, lost[firstLoss].span.end <= span.start { firstLoss += 1 }
        let around = lost[firstLoss...].lazy.prefix { $0.span.start <= span.start }
        guard let loss = around.first(where: { $0.span.end > span.start }) else { return }
        repairs.append(RepairWait(span: span, lost: loss, isAsking: false))
    }

    /// The hold of HTTP/2's flow control around a moment. If it lasts beyond the next packet, the kernel had that one in hand.
    private func hold(at moment: Instant, until end: Instant) -> OriginHold? {
        guard !isOfStreams else { return nil }
        guard let next = nextHold(after: moment), next.start <= moment, next.end <= end else { return nil }
        return next
    }

    /// The first hold that ends after a moment.
    private func nextHold(after moment: Instant) -> OriginHold? {
        let holds = exchange.holds
        let place = holds.partitioningIndex { $0.end > moment }
        return place < holds.count ? holds[place] : nil
    }

    private mutating func note(_ hold: OriginHold, _ time: Nanoseconds) {
        var told =
            flowControl
            ?? TransferLedger.FlowControl(stream: 0, streamWindow: 0, connection: 0, connectionWindow: 0)
        if hold.isOfConnection {
            told.connection += time
            told.connectionWindow = max(told.connectionWindow, hold.window)
        } else {
            told.stream += time
            told.streamWindow = max(told.streamWindow, hold.window)
        }
        flowControl = told
    }

    private func heldBy(at moment: Instant, endsWithAnswer: Bool) -> LedgerCause {
        let hasBegun = hasBegun(at: moment)
        guard hasBegun || exchange.ready.map({ $0 <= moment }) ?? false else { return .server }
        let sent = sender.sent(at: moment)
        let next = max(1, min(sender.segment, exchange.response.upperBound - sent))
        if sender.exceedsRoom(at: moment, next: next) { return .receiver }
        let flight = sender.inFlight(at: moment)
        // Its library had everything, and sends as its window and its pace allow.
        if exchange.isQUIC, flight > 0 { return .window }
        switch sender.room(at: moment, inFlight: flight) {
        case .unproven: return .window
        case .tooLittle where endsWithAnswer: return .window
        case .tooLittle, .certain: break
        }
        if !isWritten(at: moment) { return .server }
        guard flight == 0 else { return .window }
        return hasBegun ? .unexplained : .server
    }

    private func followsAcknowledgement(_ moment: Instant) -> Bool {
        let next = sender.heard.partitioningIndex { $0 > moment }
        return next > 0 && moment - sender.heard[next - 1] <= Self.answering
    }

    private func hasBegun(at moment: Instant) -> Bool {
        sender.sent(at: moment) > exchange.response.lowerBound
    }

    private func isWritten(at moment: Instant) -> Bool {
        guard let written = exchange.origin?.responseLastByte else { return false }
        return written <= moment
    }

    /// The next moment at which the sender learns something, or loses something.
    private func nextChange(after moment: Instant) -> Instant? {
        let heard = Self.first(of: sender.heard, after: moment)
        let loss = losses.lazy.flatMap { [$0.start, $0.end] }.first { $0 > moment }
        let outage = Span.first(of: exchange.connection.outages, endingAfter: moment)
        let change = outage.map { $0.start > moment ? $0.start : $0.end }
        let held = nextHold(after: moment).map { $0.start > moment ? $0.start : $0.end }
        return [heard, loss, change, held].compactMap { $0 }.min()
    }

    /// When the sender's next packet reached the line, the one at `end` or one that was lost before it.
    private func nextPacket(after moment: Instant, by end: Instant) -> Instant {
        min(end, losses.first { $0.start > moment }?.start ?? end)
    }

    /// How much the engine delayed the packet at `moment`: the answer that the sender waited for, and the
    /// packet before that answer.
    private func lateness(before moment: Instant) -> Nanoseconds {
        let flow = exchange.connection.flow
        guard
            let answer = flow.up.last(where: {
                $0.departure.map { $0 <= moment && moment - $0 <= Self.answering } ?? false
            })
        else { return 0 }
        let cause = flow.down.last {
            $0.departure.map { $0 <= answer.arrival && answer.arrival - $0 <= Self.answering } ?? false
        }
        return answer.lateness + (cause?.lateness ?? 0)
    }

    private static func first(of moments: [Instant], after moment: Instant) -> Instant? {
        let next = moments.partitioningIndex { $0 > moment }
        return next < moments.count ? moments[next] : nil
    }
}
