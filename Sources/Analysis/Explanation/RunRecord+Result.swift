import Runs
import Wire

extension RunRecord {
    /// What a result and the logs beside it still tell of the record that they came from.
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
        timing = files.timing
        var orders: [Int: Int] = [:]
        let sorted = result.transfers.indices.sorted {
            (Self.request(result.transfers[$0]), $0) < (Self.request(result.transfers[$1]), $1)
        }
        var places: [Int: Int] = [:]
        for place in sorted {
            guard let connection = result.transfers[place].connection else { continue }
            places[place] = orders[connection, default: 0]
            orders[connection, default: 0] += 1
        }
        transfers = result.transfers.indices.map {
            TransferRecord(result.transfers[$0], order: places[$0] ?? 0)
        }
    }

    private static func request(_ transfer: TransferResult) -> Instant {
        transfer.clientLog?.exchange.request ?? transfer.start
    }
}

extension TransferRecord {
    fileprivate init(_ result: TransferResult, order: Int) {
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
            exchange: Self.exchange(result, order: order)
        )
        redirects = result.redirects
    }

    private static func exchange(_ result: TransferResult, order: Int) -> ExchangeRecord? {
        guard let log = result.clientLog, let port = result.clientPort else { return nil }
        let begun = result.setUp.map { log.exchange.request - $0 }
        let phases = result.phases ?? TransferPhases()
        return ExchangeRecord(
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
            connectEnd: begun.map { $0 + phases.connect + phases.tls },
            requestFirstByte: log.exchange.request,
            responseFirstByte: log.exchange.firstByte,
            responseLastByte: log.exchange.lastByte,
            progress: log.progress
        )
    }
}
