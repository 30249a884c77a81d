import LinkModel
import Logs
import Runs
import Wire

/// A handmade result: three images at once, then in turn, from memory, and confirmed by 304.
enum SampleResult {
    static let sizes = [("small.jpg", 125_724), ("medium.jpg", 310_448), ("large.jpg", 1_152_812)]
    static let ms: Nanoseconds = 1_000_000

    static func dsl() -> RunResult {
        var result = empty()
        result.transfers = together() + inTurn() + warm() + confirmed()
        result.steps = [
            step(
                "together",
                0,
                6624,
                11_160,
                6624,
                overlap: 1.6848,
                utilisation: 0.9944,
                shared: 6_616_980_500
            ),
            step("in-turn", 7000, 6648, 6646, 6646, overlap: 1, utilisation: 0.991, shared: 6_642_871_500),
            StepResult(
                name: "warm",
                start: at(20_000),
                makespan: 31_000,
                sumOfDurations: 58_500,
                busy: 31_000,
                overlap: 1.887,
                hitRatio: 1
            ),
            step(
                "relaunch",
                21_000,
                18,
                18,
                18,
                overlap: 1,
                utilisation: 0.06,
                shared: 17_320_500,
                article: 0
            ),
        ]
        var counters = CacheCounters()
        counters.memoryHits = 3
        counters.revalidated = 1
        counters.misses = 6
        var figures = CacheFigures()
        figures.bytesSaved = 1_714_708
        figures.saved = 6_624_000_000
        result.cache = CacheResult(counters: counters, figures: figures)
        result.emulation = EmulationResult(
            latenessP50: 310,
            latenessP99: 25_100,
            latenessMax: 36_000,
            captureDrops: 0
        )
        result.expectations = [
            ExpectationResult(
                text: "together.makespan within 0.2 % of together.theory.shared",
                line: 12,
                verdict: .held,
                actual: .figure(
                    .time(6_624_000_000),
                    beside: .other(.time(6_617_000_000), difference: 0.0011)
                )
            ),
            ExpectationResult(
                text: "warm.duration <= 0.0001 % of in-turn.duration",
                line: 14,
                verdict: .notHeld,
                actual: .figures(
                    [
                        FoundFigure(
                            .time(21_000),
                            of: "small.jpg",
                            beside: .other(.time(500), difference: 41)
                        ),
                        FoundFigure(
                            .time(18_500),
                            of: "large.jpg",
                            beside: .other(.time(4900), difference: 2.7755)
                        ),
                    ],
                    more: 0
                )
            ),
        ]
        result.measureSpeeds()
        return result
    }

    static func empty() -> RunResult {
        RunResult(
            netlab: "0.1.0",
            scenario: "dsl",
            scenarioDigest: "00",
            seed: 47,
            startedAt: 0,
            machine: MachineRecord(kernel: "6.1", cpus: 2, memoryBytes: 1 << 30, isPrivileged: true),
            outcome: .expectationsFailed,
            link: LinkRecord(
                mode: .packet,
                carrier: .tun,
                profile: "nlc/dsl",
                congestion: "cubic",
                parameters: LinkParameters(
                    down: DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000),
                    up: DirectionParameters(rateBps: 256_000, oneWayDelay: 5_000_000)
                )
            )
        )
    }

    private static func together() -> [TransferResult] {
        let ends: [Nanoseconds] = [1560, 2976, 6624]
        let theory: [(Nanoseconds, Nanoseconds)] = [
            (551_844_500, 1_575_584_750), (1_317_364_500, 3_122_499_750), (4_807_876_500, 6_616_980_500),
        ]
        return sizes.indices.map { index in
            var transfer = network("together", index, from: 0, to: ends[index], setUp: 12_400_000)
            transfer.theory?.alone = theory[index].0
            transfer.theory?.shared = theory[index].1
            return transfer
        }
    }

    private static func inTurn() -> [TransferResult] {
        let spans: [(Nanoseconds, Nanoseconds)] = [(7000, 7539), (7540, 8844), (8845, 13_648)]
        let alone: [Nanoseconds] = [538_104_500, 1_303_624_500, 4_794_136_500]
        return sizes.indices.map { index in
            var transfer = network("in-turn", index, from: spans[index].0, to: spans[index].1)
            transfer.theory?.alone = alone[index]
            transfer.theory?.shared = alone[index]
            return transfer
        }
    }

    private static func warm() -> [TransferResult] {
        zip(sizes, [Nanoseconds(21_000), 19_000, 18_500]).map { size, time in
            TransferResult(
                id: 6,
                step: "warm",
                file: size.0,
                url: url(size.0),
                source: .memory,
                status: 200,
                tier: .memory,
                start: at(20_000),
                duration: time,
                bodyBytes: size.1
            )
        }
    }

    private static func confirmed() -> [TransferResult] {
        var transfer = network("relaunch", 0, from: 21_000, to: 21_018)
        transfer.source = .revalidated
        transfer.tier = .disk
        transfer.wireStatus = 304
        transfer.firstToLastChunk = nil
        transfer.clientLog?.exchange.sizeBytes = 0
        transfer.capture?.exchange.sizeBytes = 0
        transfer.theory = TransferTheory(article: 0, wire: 1_008_000, alone: 17_320_500, shared: 17_320_500)
        return [transfer]
    }

    static func network(
        _ step: String,
        _ index: Int,
        from: Nanoseconds,
        to: Nanoseconds,
        setUp: Nanoseconds = 0
    ) -> TransferResult {
        let (file, size) = sizes[index]
        var transfer = TransferResult(
            id: index,
            step: step,
            file: file,
            url: url(file),
            source: .network,
            status: 200,
            start: at(from),
            duration: (to - from) * ms,
            bodyBytes: size
        )
        transfer.setUp = setUp > 0 ? setUp : nil
        let exchange = ExchangeWitness(
            sizeBytes: size,
            request: at(from) + setUp + 200_000,
            firstByte: at(from) + setUp + 14_000_000,
            lastByte: at(to) - 100_000
        )
        transfer.clientLog = ClientWitness(exchange: exchange)
        transfer.capture = CaptureWitness(exchange: exchange, stream: index, firstPacket: 4, lastPacket: 99)
        transfer.capture?.exchange.request = exchange.request + 30_000
        transfer.firstToLastChunk = (to - from) * ms - 30_000_000
        let article = Nanoseconds(size * 4000)
        transfer.theory = TransferTheory(article: article, wire: article, alone: article, shared: article)
        return transfer
    }

    private static func step(
        _ name: String,
        _ start: Nanoseconds,
        _ makespan: Nanoseconds,
        _ sum: Nanoseconds,
        _ busy: Nanoseconds,
        overlap: Double,
        utilisation: Double,
        shared: Nanoseconds,
        article: Nanoseconds = 6_355_936_000
    ) -> StepResult {
        StepResult(
            name: name,
            start: at(start),
            makespan: makespan * ms,
            sumOfDurations: sum * ms,
            busy: busy * ms,
            overlap: overlap,
            utilisation: utilisation,
            hitRatio: 0,
            theory: StepTheory(articleSum: article, wire: article * 36 / 35, shared: shared)
        )
    }

    static func at(_ time: Nanoseconds) -> Instant {
        Instant(nanoseconds: time * ms)
    }

    private static func url(_ file: String) -> String {
        "http://origin.netlab.test/\(file)"
    }
}
