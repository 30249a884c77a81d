import Logs
import Runs
import Wire

extension RunRecord {
    /// The run as the line saw it. Where the client went through a proxy, the exchanges are the proxy's own with the
    /// origin, and `passage` keeps when the transfer was with the proxy. The record itself without a proxy.
    var onLine: RunRecord {
        guard !proxyLog.isEmpty else { return self }
        let join = ProxyJoin(proxyLog)
        let tries = tries
        var claimed = Set(transfers.compactMap { $0.exchange.flatMap(join.entry) })
        var record = self
        // The line knows no ports of the loopback, so that the join must not be made again.
        record.proxyLog = []
        for place in transfers.indices {
            record.transfers[place] = transfers[place].onLine(
                join,
                tried: tries[transfers[place].id]?.last,
                &claimed
            )
        }
        return record
    }
}

extension TransferRecord {
    /// `claimed` are the proxy's entries that other transfers have.
    fileprivate func onLine(
        _ join: ProxyJoin,
        tried: Instant?,
        _ claimed: inout Set<ProxyLogEntry>
    ) -> TransferRecord {
        var transfer = self
        (transfer.redirects, transfer.redirectPassages) = Self.onLine(redirects, join)
        guard !source.isLocal else { return transfer }
        if let exchange {
            guard let entry = join.entry(of: exchange) else { return transfer }
            transfer.take(entry, turned: exchange.connectStart ?? exchange.requestFirstByte, tried: tried)
        } else if sharedWith == nil {
            let last = redirects.last?.location ?? ""
            let own = join.entries(of: last.isEmpty ? url : last, from: tried ?? start, to: end)
                .last { !claimed.contains($0) }
            guard let own else { return transfer }
            claimed.insert(own)
            let queued = max(start, tried ?? start + phases.cache)
            transfer.takeUnfinished(own, turned: queued + phases.blocked, tried: tried)
        }
        return transfer
    }

    private mutating func take(_ entry: ProxyLogEntry, turned: Instant, tried: Instant?) {
        guard let upstream = entry.upstream, var own = upstream.record else {
            // The client got an answer, but of the proxy.
            exchange = nil
            return takeUnfinished(entry, turned: turned, tried: tried)
        }
        passage = ProxyPassage(turned: turned, entry)
        let found = upstream.phases
        (phases.dns, phases.connect, phases.tls) = (found.dns, found.connect, found.tls)
        own.progress = exchange?.progress ?? []
        exchange = own
    }

    /// The origin's answer did not come to an end, so that only phases say how far it was.
    private mutating func takeUnfinished(_ entry: ProxyLogEntry, turned: Instant, tried: Instant?) {
        let queued = max(start, tried ?? start + phases.cache)
        let begun = min(end, entry.upstream?.begun ?? end)
        passage = ProxyPassage(turned: min(end, turned), entry)
        let found = entry.upstream?.phases ?? TransferPhases()
        phases.blocked = max(0, begun - queued)
        (phases.dns, phases.connect, phases.tls) = (found.dns, found.connect, found.tls)
        (phases.request, phases.wait, phases.receive) = (found.request, found.wait, found.receive)
        // An unfinished phase lasts until the end.
        let rest = max(0, end - begun - found.dns - found.connect - found.tls - found.request)
        guard let upstream = entry.upstream else { return }
        if upstream.requestFirstByte != nil {
            let isAnswered = upstream.responseFirstByte != nil
            if isAnswered { phases.receive = max(0, rest - found.wait) } else { phases.wait = rest }
        } else if upstream.connectEnd == nil {
            phases.connect = rest
        } else {
            phases.tls += rest
        }
    }

    private static func onLine(
        _ hops: [RedirectHop],
        _ join: ProxyJoin
    ) -> (hops: [RedirectHop], passages: [ProxyPassage?]) {
        let entries = hops.map(join.entry)
        let passages = zip(hops, entries).map { hop, entry in
            entry.flatMap { found in
                hop.request.map { ProxyPassage(turned: $0, found) }
            }
        }
        let moved = zip(hops, entries).map { hop, entry in
            guard let own = entry?.upstream?.record else { return hop }
            var hop = hop
            hop.clientPort = own.localPort
            (hop.request, hop.firstByte) = (own.requestFirstByte, own.responseFirstByte)
            hop.lastByte = own.responseLastByte
            return hop
        }
        return (moved, passages)
    }
}
