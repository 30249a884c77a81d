import Logs
import Runs
import Wire

/// Puts the proxy's exchange with the origin in place of the client's with the proxy.
struct ProxiedTransfers {
    private let join: ProxyJoin
    /// When each transfer was handed over, by its number: once for each try, and for each redirect.
    private let tries: [Int: [Instant]]
    /// When the connections that it opened were ready.
    private let connected: [Int: [Instant]]
    /// The proxy's entries that transfers have already.
    private var claimed: Set<ProxyLogEntry>

    init(_ record: RunRecord) {
        join = ProxyJoin(record.proxyLog)
        tries = record.tries
        connected = record.timing.reduce(into: [:]) { moments, event in
            if event.kind == .connected { moments[event.transfer, default: []].append(event.at) }
        }
        claimed = Set(record.transfers.compactMap { $0.exchange }.compactMap(join.entry))
    }

    mutating func onLine(_ transfer: TransferRecord) -> TransferRecord {
        var line = transfer
        moveRedirects(of: &line)
        if transfer.source.isLocal { return line }
        if let exchange = transfer.exchange {
            guard let entry = join.entry(of: exchange) else { return line }
            take(entry, turned: exchange.connectStart ?? exchange.requestFirstByte, to: &line)
        } else if transfer.sharedWith == nil, let entry = unfinished(transfer) {
            claimed.insert(entry)
            takeUnfinished(entry, turned: turned(transfer), to: &line)
        }
        return line
    }

    /// When it was handed over for the last time.
    private func queued(_ transfer: TransferRecord) -> Instant {
        max(transfer.start, tries[transfer.id]?.last ?? transfer.start + transfer.phases.cache)
    }

    // MARK: Exchanges

    private func take(_ entry: ProxyLogEntry, turned: Instant, to transfer: inout TransferRecord) {
        guard let upstream = entry.upstream, var own = upstream.record else {
            // The client got an answer, but of the proxy.
            transfer.exchange = nil
            return takeUnfinished(entry, turned: turned, to: &transfer)
        }
        transfer.passage = ProxyTransit(turned: turned, entry)
        let found = upstream.phases
        transfer.phases.dns = found.dns
        transfer.phases.connect = found.connect
        transfer.phases.tls = found.tls
        own.progress = transfer.exchange?.progress ?? []
        transfer.exchange = own
    }

    /// The request of a transfer that came to no answer.
    private func unfinished(_ transfer: TransferRecord) -> ProxyLogEntry? {
        let led = transfer.redirects.last?.location ?? ""
        let url = led.isEmpty ? transfer.url : led
        return join.entries(of: url, from: queued(transfer), to: transfer.end).last { !claimed.contains($0) }
    }

    /// When a client that came to no answer turned to the proxy. If it gave up, it tells no phases.
    private func turned(_ transfer: TransferRecord) -> Instant {
        queued(transfer) + transfer.phases.blocked
    }

    /// The origin's answer did not come to an end, so that only phases say how far it was.
    private func takeUnfinished(
        _ entry: ProxyLogEntry,
        turned: Instant,
        to transfer: inout TransferRecord
    ) {
        let (queued, end) = (queued(transfer), transfer.end)
        let begun = min(end, entry.upstream?.begun ?? end)
        transfer.passage = ProxyTransit(turned: min(end, turned), entry)
        var phases = entry.upstream?.phases ?? TransferPhases()
        phases.decode = transfer.phases.decode
        phases.cache = min(transfer.phases.cache, (tries[transfer.id]?.first ?? queued) - transfer.start)
        phases.blocked = max(0, begun - queued)
        transfer.phases = phases
        guard let upstream = entry.upstream else { return }
        // An unfinished phase lasts until the end.
        let rest = end - begun - phases.dns - phases.connect - phases.tls - phases.request
        if upstream.responseFirstByte != nil {
            transfer.phases.receive = max(0, rest - phases.wait)
        } else if upstream.requestFirstByte != nil {
            transfer.phases.wait = max(0, rest)
        } else {
            transfer.phases.tls += max(0, rest)
        }
    }

    // MARK: Redirects

    private func moveRedirects(of transfer: inout TransferRecord) {
        guard !transfer.redirects.isEmpty else { return }
        let entries = transfer.redirects.map(join.entry)
        transfer.redirectPassages = zip(transfer.redirects, entries).map { hop, entry in
            guard let entry, let request = hop.request else { return nil }
            return ProxyTransit(turned: turned(hop: request, of: transfer.id), entry)
        }
        for (place, entry) in entries.enumerated() {
            guard let own = entry?.upstream?.record else { continue }
            transfer.redirects[place].clientPort = own.localPort
            transfer.redirects[place].request = own.requestFirstByte
            transfer.redirects[place].firstByte = own.responseFirstByte
            transfer.redirects[place].lastByte = own.responseLastByte
        }
    }

    /// A redirect keeps only when its request was sent. If the client opened a connection for it, it turned to the
    /// proxy before that: when it was handed over, unless it had to wait for a connection.
    private func turned(hop request: Instant, of transfer: Int) -> Instant {
        guard let queued = tries[transfer]?.last(where: { $0 <= request }) else { return request }
        let isOpened = connected[transfer]?.contains { $0 >= queued && $0 <= request } ?? false
        return isOpened ? queued : request
    }
}
