import Logs
import Runs
import Wire

extension RunRecord {
    /// Rebuilds the record from a result and the logs beside it, as far as they allow.
    init(_ result: RunResult, _ files: RunFiles) {
        self.init(
            scenario: result.scenario,
            scenarioDigest: result.scenarioDigest,
            seed: result.seed,
            startedAt: result.startedAt,
            machine: result.machine,
            link: result.link
        )
        linkLog = files.link
        originLog = files.origin
        proxyLog = files.proxy
        timing = files.timing
        let search = OriginSearch(files.origin)
        let ready = Self.ready(files.timing)
        let counted = Self.counted(result.transfers)
        transfers = result.transfers.indices.map { place in
            let transfer = result.transfers[place]
            let asked = transfer.clientLog.flatMap { log in
                transfer.clientPort.flatMap {
                    search.entry(
                        port: $0,
                        stream: transfer.httpStream,
                        from: log.exchange.request,
                        to: log.exchange.firstByte
                    )
                }
            }
            return TransferRecord(
                transfer,
                order: asked?.order ?? counted[place] ?? 0,
                ready: ready[transfer.id] ?? []
            )
        }
    }

    /// Without the origin's log: the order on its connection among the known transfers.
    private static func counted(_ transfers: [TransferResult]) -> [Int: Int] {
        func request(_ place: Int) -> Instant {
            transfers[place].clientLog?.exchange.request ?? transfers[place].start
        }
        var orders: [Int: Int] = [:]
        var places: [Int: Int] = [:]
        for place in transfers.indices.sorted(by: { (request($0), $0) < (request($1), $1) }) {
            guard let connection = transfers[place].connection else { continue }
            places[place] = orders[connection, default: 0]
            orders[connection, default: 0] += 1
        }
        return places
    }

    /// When connections were ready for a transfer's requests, by the transfer's number.
    private static func ready(_ timing: [TimingEvent]) -> [Int: [Instant]] {
        timing.reduce(into: [:]) { moments, event in
            if event.kind == .connected { moments[event.transfer, default: []].append(event.at) }
        }
    }
}

extension TransferRecord {
    fileprivate init(_ result: TransferResult, order: Int, ready: [Instant]) {
        self.init(
            id: result.id,
            step: result.step,
            file: result.file,
            url: result.url,
            source: result.source,
            tier: result.tier,
            status: result.status,
            error: result.error,
            start: result.start,
            end: result.end,
            bodyBytes: result.bodyBytes,
            phases: result.phases ?? TransferPhases(),
            exchange: Self.exchange(result, order: order, ready: ready)
        )
        redirects = result.redirects
    }

    private static func exchange(
        _ result: TransferResult,
        order: Int,
        ready: [Instant]
    ) -> ExchangeRecord? {
        guard let log = result.clientLog, let port = result.clientPort else { return nil }
        let begun = result.setUp.map { log.exchange.request - $0 }
        let phases = result.phases ?? TransferPhases()
        // With redirects the phases cover the whole way: then only the log has the last connection's.
        let logged = begun.flatMap { begun in
            ready.last { $0 >= begun && $0 <= log.exchange.request }
        }
        var exchange = ExchangeRecord(
            localPort: port,
            order: order,
            stream: result.httpStream,
            isNewConnection: result.newConnection ?? false,
            status: result.wireStatus ?? 0,
            httpVersion: result.httpVersion ?? "",
            requestBytes: result.requestBytes ?? 0,
            headerBytes: result.headerBytes ?? 0,
            bodyBytes: log.exchange.sizeBytes,
            connectStart: begun,
            connectEnd: logged ?? begun.map { $0 + phases.connect + phases.tls },
            requestFirstByte: log.exchange.request,
            responseFirstByte: log.exchange.firstByte,
            responseLastByte: log.exchange.lastByte,
            progress: log.progress
        )
        exchange.encryption = result.encryption
        return exchange
    }
}
