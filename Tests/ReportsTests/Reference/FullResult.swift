import LinkModel
import Logs
import Runs
import ScenarioFormat
import Scenarios
import Wire

/// A result in which everything is known, whatever that would mean: every key of `result.json` has a value.
enum FullResult {
    static func made() throws -> RunResult {
        var result = SampleResult.dsl()
        result.failure = "it broke"
        result.matrix = [MatrixValue(key: "KEY", value: "value")]
        result.link = try link()
        result.transfers = [transfer()]
        result.steps = try [step()]
        result.cache = CacheResult(counters: CacheCounters(), figures: figures)
        result.emulation.doubts = [.missed(packets: 1)]
        result.packets = [.down: PacketCounts([], .down), .up: PacketCounts([], .up)]
        result.clock = [ClockSample(run: SampleResult.at(0), wall: 1)]
        result.artifacts = Artifact.allCases
        return result
    }

    /// A line with everything that one can have at once.
    private static func link() throws -> LinkRecord {
        let direction = """
            { rate: { schedule: [ { rate: 1 Mbit/s, for: 1 s } ], loop: true }, oneWayDelay: 9 ms,
              jitter: 1 ms, loss: 1 %, duplicate: 1 %, corrupt: 1 %, reorder: { share: 1 %, gap: 2 },
              outages: { list: [ { at: 1 s, for: 1 s } ] }, police: { rate: 1 Mbit/s, burst: 9 kB },
              queue: { limit: 100 packets, discipline: fq-codel, ecn: true } }
            """
        let text = """
            netlab: 1
            link: { down: \(direction), up: \(direction), ip: both, ip6: noRoute }
            origin: { files: { a: { text: a } } }
            steps: [ { name: cold, fetch: all } ]
            """
        let set = try ScenarioLoader.load(text: Array(text.utf8), file: "full.yaml")
        var record = LinkRecord(
            mode: .packet,
            carrier: .tun,
            profile: "nlc/dsl",
            congestion: "cubic",
            parameters: set.variants[0].scenario.link.parameters,
            streams: LinkRecord.Streams(lossAsDelay: true)
        )
        record.initialWindow = 10
        record.receiveBuffer = 65_536
        (record.start, record.clockOrigin) = (.zero, 1)
        return record
    }

    private static let exchange = ExchangeWitness(
        sizeBytes: 60_000,
        request: SampleResult.at(0),
        firstByte: SampleResult.at(1),
        lastByte: SampleResult.at(2)
    )

    private static func transfer() -> TransferResult {
        var transfer = SampleResult.network("together", 0, from: 0, to: 1560, setUp: 12_400_000)
        transfer.wireStatus = 200
        transfer.httpVersion = "HTTP/2"
        transfer.httpStream = 1
        transfer.encryption = EncryptionRecord(version: "1.3", isResumed: false)
        transfer.error = "reset"
        transfer.sharedWith = 1
        transfer.tier = .disk
        transfer.connection = 1
        transfer.newConnection = true
        transfer.outside = 1
        (transfer.headerBytes, transfer.requestBytes) = (1, 1)
        (transfer.wireDownBytes, transfer.wireUpBytes, transfer.retransmittedBytes) = (1, 1, 1)
        transfer.phases = TransferPhases()
        transfer.clientLog?.progress = [ExchangeRecord.Progress(at: SampleResult.at(1), bytes: 1)]
        transfer.proxy = proxy
        transfer.ledger = TransferLedger(
            isEstimated: true,
            waitedFor: [TransferLedger.Wait(transfer: 1, time: 1)],
            flowControl: TransferLedger.FlowControl(
                stream: 1,
                streamWindow: 1,
                connection: 1,
                connectionWindow: 1
            ),
            losses: [
                TransferLedger.Loss(
                    transfer: 1,
                    direction: .down,
                    kind: .policer,
                    packets: 1,
                    first: SampleResult.at(0),
                    last: SampleResult.at(1),
                    time: 1
                )
            ]
        )
        transfer.clientPort = 40_000
        transfer.redirects = [
            RedirectHop(
                url: "http://origin.netlab.test/a",
                status: 302,
                location: "http://origin.netlab.test/b",
                request: SampleResult.at(0),
                firstByte: SampleResult.at(0),
                lastByte: SampleResult.at(0),
                clientPort: 40_000
            )
        ]
        return transfer
    }

    private static var proxy: ProxyWitness {
        var proxy = ProxyWitness(
            exchange: exchange,
            arrived: SampleResult.at(0),
            passedOn: SampleResult.at(2)
        )
        (proxy.isKeptAlive, proxy.connection, proxy.originPort) = (true, 1, 40_001)
        (proxy.httpStream, proxy.httpVersion, proxy.status) = (1, "HTTP/2", 200)
        (proxy.headerBytes, proxy.failure) = (1, "refused")
        return proxy
    }

    private static func step() throws -> StepResult {
        var step = SampleResult.dsl().steps[0]
        step.link = try link().parameters
        step.ledger = TransferLedger()
        step.cache = figures
        return step
    }

    private static var figures: CacheFigures {
        var figures = CacheFigures()
        (figures.wireDownSaved, figures.wireUpSaved, figures.improvement) = (1, 1, 0.5)
        return figures
    }
}
