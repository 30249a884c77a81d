package import LinkModel
import Logs
package import Runs
import Wire

/// The causes of the time of every transfer of a run, from the line's log, the origin's and the client's.
///
/// With a proxy the exchanges are the proxy's own, those of the line; what passed between the client and the proxy
/// and inside it is a cause of its own. A transfer's time is cut at known moments: handed over, connection slot, name, connected, secured, request
/// at the origin's host, the origin's first write, last byte at the client's host, in the caller's hands.
/// Before the response each piece belongs to one cause, except what `PassageSheet` takes out of it;
/// `ResponseSheet` covers the response. Every sheet is written from its start to its end and never back
/// (`LedgerSheet`), so the rows always add up to the duration.
package struct LedgerBuilder {
    private let record: RunRecord
    private let line: LineLog
    private let links: (String) -> LinkParameters
    private let found: ExchangeFinding
    /// For each ledger to begin with.
    private let lookups: LookupSheet
    private var owners: [UInt32: [Owner]] = [:]
    /// How each connection was opened.
    private var openings: [UInt32: ConnectionOpening] = [:]

    /// An exchange on a connection: since when its transfer was under way, and the bytes that it carried.
    private struct Owner {
        var since: Instant
        var bytes: Range<Int64>
        var transfer: Int
    }

    /// `links` returns the line of a step.
    package init(_ record: RunRecord, links: @escaping (String) -> LinkParameters) {
        self.links = links
        var record = record.onLine
        let isWhole = record.linkLogOmitted == 0
        line = LineLog(
            isWhole ? record.linkLog : [],
            ports: record.flowPorts,
            quic: record.quicLog
        )
        record.transfers = record.reconstructedTransfers(line)
        record.transfers = record.transfersWithLookups(line)
        self.record = record
        let outages = LineOutages(record, links: links)
        found = ExchangeFinding(record, line, outages)
        lookups = LookupSheet(line, outages)
        for (place, exchange) in found.exchanges { own(exchange, record.transfers[place]) }
        for hop in found.hops.values.joined() {
            if let exchange = hop.exchange { own(exchange, hop.transfer) }
        }
        for flow in owners.keys { owners[flow]?.sort { $0.bytes.lowerBound < $1.bytes.lowerBound } }
    }

    private mutating func own(_ exchange: LedgerExchange, _ transfer: TransferRecord) {
        let flow = exchange.connection.flow.number
        let ranges = exchange.places.isEmpty ? [exchange.response] : exchange.places.map(\.range)
        owners[flow, default: []] += ranges.map {
            Owner(since: transfer.start, bytes: $0, transfer: transfer.id)
        }
        if let opening = ConnectionOpening(transfer) { openings[flow] = opening }
    }

    /// The ledger of the transfer at that index of the record.
    package func ledger(of place: Int) -> TransferLedger {
        var transfer = record.transfers[place]
        let way = found.hops[place] ?? []
        var sheet = LedgerSheet(from: transfer.start, to: transfer.end)
        var tally = LossTally(of: transfer.id)
        var waits = write(way, of: transfer, to: &sheet, &tally)
        // Its phases cover the whole way.
        transfer.phases = way.reduce(transfer.phases) { $0 - $1.phases }
        guard let exchange = found.exchanges[place] else {
            return ledger(of: transfer, isHeard: found.heard.contains(place), sheet, waits, &tally)
        }
        var ledger = writing(transfer, exchange, moments(transfer, exchange), sheet)
        ledger.write()
        waits += ledger.waits
        take(ledger.repairs, of: exchange, to: &tally)
        return TransferLedger(
            ledger.sheet.rows,
            unknown: isOfStreams ? Self.hiddenByStreams(lossAsDelay: record.link.streams?.lossAsDelay) : [],
            isEstimated: isOfStreams,
            waitedFor: self.waits(waits, besides: transfer.id),
            flowControl: ledger.flowControl,
            losses: tally.losses
        )
    }

    private func take(_ repairs: [RepairWait], of exchange: LedgerExchange, to tally: inout LossTally) {
        tally.add(repairs, exchange) { bytes in
            let all = owners[exchange.connection.flow.number] ?? []
            let next = all.partitioningIndex { $0.bytes.upperBound > bytes.lowerBound }
            return next < all.count && all[next].bytes.overlaps(bytes) ? all[next].transfer : nil
        }
    }

    private func writing(
        _ transfer: TransferRecord,
        _ exchange: LedgerExchange,
        _ moments: TransferMoments,
        _ sheet: LedgerSheet
    ) -> LedgerWriting {
        LedgerWriting(
            transfer,
            exchange,
            moments,
            line,
            lookups,
            link: links(transfer.step),
            isOfStreams: isOfStreams,
            on: sheet
        )
    }

    // MARK: The way to the last address

    /// Writes everything up to the address that answered, and what packets waited for meanwhile.
    private func write(
        _ way: [LedgerHop],
        of transfer: TransferRecord,
        to sheet: inout LedgerSheet,
        _ tally: inout LossTally
    ) -> [(span: Span, direction: LinkDirection)] {
        guard let begun = way.first?.transfer.start else { return [] }
        sheet.advance(to: found.tries[transfer.id]?.first ?? begun, .cache)
        sheet.advance(to: begun, .retry)
        var waits: [(span: Span, direction: LinkDirection)] = []
        for hop in way {
            guard let exchange = hop.exchange else {
                // Another caller's exchange, or one without a log.
                sheet.advance(to: hop.transfer.exchange?.requestFirstByte ?? hop.transfer.end, .blocked)
                sheet.advance(to: hop.transfer.end, .unexplained)
                continue
            }
            let isNew = hop.transfer.exchange?.connectStart != nil
            let moments = TransferMoments(
                hop.transfer,
                tries: [hop.transfer.start],
                ready: isNew ? nil : exchange.request.first?.arrival
            )
            var ledger = writing(hop.transfer, exchange, moments, sheet)
            ledger.writeExchange()
            sheet = ledger.sheet
            waits += ledger.waits
            take(ledger.repairs, of: exchange, to: &tally)
        }
        return waits
    }

    private var isOfStreams: Bool { record.link.mode == .stream }

    /// No TCP crosses a line of byte streams: it has no window, and sends bytes twice only after a loss.
    private static func hiddenByStreams(lossAsDelay: Bool?) -> Set<LedgerCause> {
        lossAsDelay == true ? [.window, .receiver] : [.window, .receiver, .recovery, .retransmit]
    }

    private func moments(_ transfer: TransferRecord, _ exchange: LedgerExchange?) -> TransferMoments {
        let isNew = transfer.exchange?.connectStart != nil
        let tries = found.tries[transfer.id] ?? []
        guard let exchange, !isNew else { return TransferMoments(transfer, tries: tries, ready: nil) }
        guard exchange.sharesConnection else {
            return TransferMoments(transfer, tries: tries, ready: exchange.request.first?.arrival)
        }
        return TransferMoments(
            transfer,
            tries: tries,
            ready: transfer.exchange?.requestFirstByte,
            opening: openings[exchange.connection.flow.number]
        )
    }

    /// The ledger from the client's log alone: causes that the line's log would show are unknown. `sheet` has
    /// the rows so far, `waits` and `tally` what belongs to them.
    private func ledger(
        of transfer: TransferRecord,
        isHeard: Bool,
        _ sheet: LedgerSheet,
        _ waits: [(span: Span, direction: LinkDirection)],
        _ tally: inout LossTally
    ) -> TransferLedger {
        let moments = moments(transfer, nil)
        var (sheet, lookups) = (sheet, lookups)
        if transfer.source.isLocal || transfer.exchange == nil {
            PhaseLedger.write(transfer, moments, isHeard: isHeard, &lookups, to: &sheet)
            tally.add(lookups.repairs)
            return TransferLedger(
                sheet.rows,
                waitedFor: self.waits(waits + lookups.waits, besides: transfer.id),
                losses: tally.losses
            )
        }
        LedgerWriting.writeOpening(moments, &lookups, to: &sheet)
        if let secure = moments.secure {
            sheet.advance(to: secure, .connect)
            sheet.advance(to: moments.ready, .tls)
        }
        if let exchange = transfer.exchange {
            sheet.advance(to: exchange.responseLastByte, .unexplained)
            LedgerWriting.writeClosing(moments, to: &sheet)
        }
        sheet.close(.unexplained)
        return TransferLedger(sheet.rows, isEstimated: true)
    }

    // MARK: Whom it waited for

    private func waits(
        _ spans: [(span: Span, direction: LinkDirection)],
        besides transfer: Int
    ) -> [TransferLedger.Wait] {
        var times: [Int?: Nanoseconds] = [:]
        for (span, direction) in spans {
            let services = line.services[direction] ?? []
            var place = line.firstService(direction, endingAfter: span.start)
            while place < services.count, services[place].span.start < span.end {
                let service = services[place]
                let time = min(service.span.end, span.end) - max(service.span.start, span.start)
                if time > 0 {
                    for part in owned(service, direction, time) {
                        times[part.transfer, default: 0] += part.time
                    }
                }
                place += 1
            }
        }
        times[transfer] = nil
        return times.map { TransferLedger.Wait(transfer: $0.key, time: $0.value) }
            .sorted { ($1.time, $0.transfer ?? .max) < ($0.time, $1.transfer ?? .max) }
    }

    /// Whose bytes a packet carried, and how much of the time each of them had.
    private func owned(
        _ service: LineService,
        _ direction: LinkDirection,
        _ time: Nanoseconds
    ) -> [(transfer: Int?, time: Nanoseconds)] {
        guard direction == .down, !service.bytes.isEmpty, let all = owners[service.flow] else {
            return [(owner(of: service, direction), time)]
        }
        let first = all.partitioningIndex { $0.bytes.upperBound > service.bytes.lowerBound }
        let parts = all[first...].prefix { $0.bytes.lowerBound < service.bytes.upperBound }
        // Ranges that overlap are those of streams whose places are unknown.
        guard parts.count > 1,
            zip(parts, parts.dropFirst()).allSatisfy({ $0.bytes.upperBound <= $1.bytes.lowerBound })
        else { return [(owner(of: service, direction), time)] }
        var left = time
        return parts.enumerated().map { number, owner in
            let count = owner.bytes.clamped(to: service.bytes).count
            let share =
                number + 1 == parts.count ? left : min(left, time * Int64(count) / Int64(service.bytes.count))
            left -= share
            return (owner.transfer, share)
        }
    }

    private func owner(of service: LineService, _ direction: LinkDirection) -> Int? {
        guard let exchanges = owners[service.flow] else { return nil }
        let newest = exchanges.last {
            direction == .down
                ? $0.bytes.lowerBound <= service.bytes.lowerBound : $0.since <= service.span.start
        }
        return (newest ?? exchanges.first)?.transfer
    }
}
