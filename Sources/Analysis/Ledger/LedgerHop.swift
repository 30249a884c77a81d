import LinkModel
import Logs
import Runs
import Wire

/// A redirect as a transfer of its own: from its being handed over to the next one's.
struct LedgerHop {
    private(set) var transfer: TransferRecord
    /// nil if no log has it.
    var exchange: LedgerExchange?
    /// The origin's log entry.
    let origin: OriginLogEntry?

    private init(
        _ hop: RedirectHop,
        of transfer: TransferRecord,
        from start: Instant,
        to end: Instant,
        passage: ProxyTransit?,
        _ log: [OriginLogEntry]
    ) {
        self.transfer = TransferRecord(
            id: transfer.id,
            step: transfer.step,
            file: transfer.file,
            url: hop.url,
            source: .network,
            status: hop.status,
            start: start,
            end: end,
            bodyBytes: 0
        )
        self.transfer.passage = passage
        guard let port = hop.clientPort, let request = hop.request, let first = hop.firstByte,
            let last = hop.lastByte
        else {
            origin = nil
            return
        }
        let entry = log.last { entry in
            entry.clientPort == port && entry.requestFirstByte <= first
                && (entry.responseLastByte ?? first) >= request
        }
        origin = entry
        self.transfer.exchange = ExchangeRecord(
            localPort: port,
            order: entry?.order ?? 0,
            stream: entry?.stream,
            isNewConnection: false,
            status: hop.status,
            httpVersion: entry?.httpVersion ?? "",
            requestBytes: 0,
            headerBytes: entry?.headerBytes ?? 0,
            bodyBytes: entry?.bodyBytes ?? 0,
            requestFirstByte: request,
            responseFirstByte: first,
            responseLastByte: last
        )
    }

    /// All redirects of a transfer in order. `tries` are the times at which it was handed over.
    static func all(
        of transfer: TransferRecord,
        _ tries: [Instant],
        _ record: RunRecord,
        _ line: LineLog
    ) -> [LedgerHop] {
        var hops: [LedgerHop] = []
        var next = tries.count - 1
        for (place, hop) in transfer.redirects.enumerated().reversed() {
            // A redirect that its caller did not follow is the last exchange itself.
            if next > 0, let request = hop.request, request >= tries[next] { continue }
            guard next > 0 else { break }
            hops.append(
                LedgerHop(
                    hop,
                    of: transfer,
                    from: tries[next - 1],
                    to: tries[next],
                    passage: transfer.redirectPassages.isEmpty ? nil : transfer.redirectPassages[place],
                    record.originLog
                )
            )
            next -= 1
        }
        hops.reverse()
        var lookup = transfer.exchange?.connectStart == nil ? transfer.phases.dns : 0
        for place in hops.indices { hops[place].findOpening(on: line, &lookup) }
        return hops
    }

    /// Takes the time from the line's log if the hop opened its connection. `lookup` is the look-up time of
    /// the whole way: it belongs to the first connection.
    private mutating func findOpening(on line: LineLog, _ lookup: inout Nanoseconds) {
        guard let exchange = transfer.exchange,
            let flow = line.flow(ofPort: exchange.localPort, at: exchange.requestFirstByte),
            flow.start >= transfer.start, flow.start <= exchange.requestFirstByte
        else { return }
        let request = exchange.requestFirstByte
        transfer.exchange?.connectStart = flow.start
        transfer.exchange?.connectEnd = request
        transfer.phases.dns = lookup
        lookup = 0
        // Before the request, only the encryption handshake goes up.
        let begun = flow.up.first { !$0.bytes.isEmpty }?.arrival
        if let begun, let opened = flow.down.first(where: \.isSyn)?.received, begun < request,
            flow.up.contains(where: { $0.bytes.lowerBound > 0 && $0.arrival < request })
        {
            transfer.phases.tls = request - max(opened, flow.start)
        }
    }

    /// The causes of its time according to the client.
    var phases: TransferPhases {
        var phases = transfer.phases
        guard let exchange = transfer.exchange else {
            phases.blocked = transfer.end - transfer.start
            return phases
        }
        let request = max(transfer.start, exchange.requestFirstByte)
        let begun = exchange.connectStart ?? request
        phases.blocked = max(0, begun - transfer.start - phases.dns)
        phases.connect = max(0, request - begun - phases.tls)
        phases.wait = max(0, exchange.responseFirstByte - request)
        phases.receive = max(0, exchange.responseLastByte - exchange.responseFirstByte)
        return phases
    }
}
