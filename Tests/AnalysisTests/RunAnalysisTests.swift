import Analysis
import Inspection
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Wire

@Suite struct RunAnalysisTests {
    private let ms = SampleRun.millisecond

    @Test func `client log and capture measure an exchange by the same definition`() throws {
        let transfer = try #require(SampleRun().result().transfers.first)
        let log = try #require(transfer.clientLog).exchange
        let capture = try #require(transfer.capture)
        #expect(log.duration == 1036 * ms)
        #expect(capture.exchange.duration == 1036 * ms - 5000)
        #expect(capture.exchange.request == SampleRun.at(113) + 5000)
        #expect(capture.exchange.sizeBytes == log.sizeBytes)
        #expect(log.speedBps == 982_219)
        #expect((capture.stream, capture.firstPacket, capture.lastPacket) == (0, 4, 90))
        #expect(transfer.setUp == 12 * ms)
        #expect(transfer.measured == 1048 * ms)
        #expect(transfer.firstToLastChunk == 1019 * ms)
        #expect((transfer.wireDownBytes, transfer.wireUpBytes) == (130_724, 4000))
        #expect((transfer.connection, transfer.newConnection) == (1, true))
        #expect(transfer.theory?.article == 502_896_000)
        #expect(transfer.theory?.alone == 552_052_500)
    }

    @Test func `a step's theory includes the DNS wait of the run, an exchange's does not`() throws {
        var run = SampleRun()
        let before = run.result()
        run.record.link.parameters.dnsDelay = 3_000_000_000
        // The first asked; the second got its answer from the client's own memory.
        run.record.transfers[0].phases.dns = 3_014_300_000
        run.record.transfers[1].phases.dns = 40_000
        let after = run.result()
        for place in 0...1 {
            #expect(after.transfers[place].measured == before.transfers[place].measured)
            #expect(after.transfers[place].theory?.alone == before.transfers[place].theory?.alone)
        }
        // The second has the line to itself until the first has the address, 3014.256 ms after the start.
        let alone = try #require(after.transfers[0].theory?.alone)
        #expect(after.steps[0].theory?.shared == 3_014_256_000 + alone)
    }

    @Test func `a memory hit has no wire figures`() {
        for transfer in SampleRun().result().transfers(of: "warm") {
            #expect(transfer.wireStatus == nil && transfer.connection == nil && transfer.theory == nil)
            #expect(transfer.clientLog == nil && transfer.capture == nil)
            #expect(transfer.tier == .memory)
        }
    }

    @Test func `a capture without the complete exchange yields no capture figures`() {
        var run = SampleRun()
        run.capture[0].isComplete = false
        run.capture.remove(at: 1)
        let transfers = run.result().transfers
        #expect(transfers[0].capture == nil)
        #expect(transfers[0].wireDownBytes == 130_724)
        #expect(transfers[1].capture == nil && transfers[1].wireDownBytes == nil)
        #expect(transfers[1].clientLog != nil)
    }

    @Test func `a reused port is distinguished by time`() throws {
        var run = SampleRun()
        run.addNetwork(step: "together", file: "a.jpg", body: 1000, port: 4001, from: 5000, to: 5100)
        run.capture.swapAt(0, 2)
        let transfers = run.result().transfers
        #expect(transfers.compactMap { $0.capture?.exchange.sizeBytes } == [125_724, 310_448, 1000])
        #expect(transfers.compactMap(\.connection) == [1, 2, 3])
    }

    @Test func `retransmissions are counted at the sender's host if it was captured`() {
        var run = SampleRun()
        #expect(run.result().transfers[0].retransmittedBytes == 0)
        run.originCapture = run.capture
        run.originCapture[0].retransmittedBytes = 2896
        #expect(run.result().transfers[0].retransmittedBytes == 2896)
        #expect(run.result().transfers[1].retransmittedBytes == 0)
    }

    @Test func `a reused connection keeps its number`() {
        var run = SampleRun()
        run.addNetwork(
            step: "together",
            file: "a.jpg",
            body: 1000,
            port: 4002,
            order: 1,
            from: 5000,
            to: 5100
        )
        let last = run.result().transfers.last
        #expect(last?.connection == 2)
        #expect(last?.newConnection == false)
        #expect(last?.setUp == nil)
    }

    @Test func `a step has its makespan, sum of durations, busy time and utilisation`() throws {
        let step = try #require(SampleRun().result().steps.first)
        #expect(step.start == SampleRun.at(100))
        #expect(step.makespan == 1850 * ms)
        #expect(step.sumOfDurations == 2900 * ms)
        #expect(step.busy == 1850 * ms)
        #expect(step.overlap == 2900.0 / 1850)
        #expect(step.utilisation == 1500.0 / 1850)
        #expect(step.hitRatio == 0)
        let theory = try #require(step.theory)
        #expect(theory.articleSum == 502_896_000 + 1_241_792_000)
        #expect(theory.wire == 521_792_000 + 1_287_312_000)
        // The first request reaches the origin after 25.0525 ms; from then on the line is busy with two acknowledgements
        // of 0.208 ms and the responses.
        #expect(theory.shared == 25_052_500 + 2 * 208_000 + theory.wire + 5 * ms)
    }

    @Test func `a step with only hits has no theory and a hit ratio of 1`() throws {
        let step = try #require(SampleRun().result().steps.last)
        #expect(step.theory == nil)
        #expect(step.hitRatio == 1)
        #expect(step.sumOfDurations == 40_000 && step.busy == 20_000)
    }

    @Test func `utilisation is not computed from an incomplete log`() {
        var run = SampleRun()
        run.record.linkLogOmitted = 1
        #expect(run.result().steps[0].utilisation == nil)
        run.record.linkLogOmitted = 0
        run.record.link.parameters.down.rate = .unlimited
        #expect(run.result().steps[0].utilisation == nil)
    }

    @Test func `a step without transfers is kept`() {
        var run = SampleRun()
        run.record.steps.append(StepRecord(name: "none", start: SampleRun.at(4000), end: SampleRun.at(4000)))
        let step = run.result().steps[2]
        #expect(step.makespan == 0 && step.overlap == nil && step.hitRatio == nil)
    }

    @Test func `the caches' savings are the bytes and time avoided`() {
        let cache = SampleRun().result().cache
        #expect(cache.bytesSaved == 125_724 + 310_448)
        #expect(cache.saved == 1050 * ms + 1850 * ms - 40_000)
    }

    @Test func `a 304 saves its body and costs its header`() {
        var run = SampleRun()
        run.addNetwork(step: "warm", file: "a.jpg", body: 0, port: 4001, order: 1, from: 5000, to: 5020)
        run.record.transfers[4].source = .revalidated
        run.record.transfers[4].bodyBytes = 125_724
        let result = run.result()
        #expect(result.cache.bytesSaved == 2 * 125_724 + 310_448)
        #expect(result.transfers[4].theory?.article == 0)
        #expect(result.transfers[4].clientLog?.exchange.speedBps == nil)
    }

    @Test func `lateness percentiles use the nearest rank`() {
        let emulation = SampleRun().result().emulation
        #expect((emulation.latenessP50, emulation.latenessP99, emulation.latenessMax) == (2000, 2000, 2000))
        #expect(emulation.captureDrops == 0)
        #expect(emulation.isTrusted)
    }

    @Test func `every reason for distrust is reported`() {
        var run = SampleRun()
        run.record.captures[0].dropped = 3
        run.record.clock[1].wall += 2_000_000_000
        for index in run.record.linkLog.indices { run.record.linkLog[index].departure? = SampleRun.at(9000) }
        let result = run.result()
        #expect(result.outcome == .untrusted)
        let doubts = result.emulation.doubts
        #expect(doubts.dropFirst() == [.missed(packets: 3), .clockSet(by: 2_000_000_000)])
        #expect(result.findings.first == .untrusted(doubts))
        if case .late = doubts.first {} else { Issue.record("\(doubts)") }
    }

    @Test func `a run without captures and a link log has no trust figures and no doubts`() {
        var run = SampleRun()
        run.record.captures = []
        run.record.clock = []
        run.record.linkLog = []
        let result = run.result()
        #expect(result.emulation == EmulationResult())
        #expect(result.transfers[0].capture == nil)
        #expect(result.outcome == .ok)
    }

    private func expectation(_ metric: ExpectationMetric, file: String? = nil) -> Scenarios.Expectation {
        Scenarios.Expectation(
            text: "together.\(metric.name) == timeout",
            line: 9,
            subject: .init(step: "together", file: file, metric: metric),
            comparison: .equal,
            value: .word("timeout")
        )
    }

    @Test func `a failed transfer fails the run unless an expectation names it`() {
        var run = SampleRun()
        run.record.transfers[0].source = .none
        run.record.transfers[0].error = "timeout: no answer within 15 s"
        run.record.transfers[0].exchange = nil
        #expect(run.result().outcome == .failed)
        #expect(run.result().failure == "together[a.jpg]: timeout: no answer within 15 s")
        #expect(run.result().steps[0].theory == nil)
        run.scenario.expectations = [expectation("error", file: "b.jpg")]
        #expect(run.result().outcome == .failed)
        run.scenario.expectations = [expectation("duration")]
        #expect(run.result().outcome == .failed)
        run.scenario.expectations = [expectation("error", file: "a.jpg")]
        #expect(run.result().outcome == .ok)
        #expect(run.result().expectations[0].held == true)
    }

    @Test func `an outcome is the first reason that applies`() {
        var run = SampleRun()
        run.scenario.expectations = [expectation("source")]
        #expect(run.result().outcome == .expectationsFailed)
        run.record.captures[0].dropped = 1
        #expect(run.result().outcome == .untrusted)
        run.record.ending = .failed("no space left")
        #expect(run.result().outcome == .failed)
        run.record.ending = .interrupted
        #expect(run.result().outcome == .interrupted)
    }

    @Test func `a sighting copies an exchange of a capture unchanged`() {
        let client = Endpoint(address: .v4(1), port: 4001)
        var exchange = CaptureExchange(
            stream: 2,
            order: 3,
            client: client,
            server: Endpoint(address: .v4(2), port: 80)
        )
        exchange.requestSent = 10
        exchange.firstByte = 20
        exchange.lastByte = 30
        exchange.bodyBytes = 100
        exchange.requestBytes = 80
        exchange.headerBytes = 90
        exchange.wireDownBytes = 500
        exchange.wireUpBytes = 300
        exchange.retransmittedBytes = 7
        exchange.firstPacket = 4
        exchange.lastPacket = 9
        exchange.isComplete = true
        let sighting = CaptureSighting(
            connection: .tcp(2),
            order: 3,
            clientPort: 4001,
            request: 10,
            firstByte: 20,
            lastByte: 30,
            bodyBytes: 100,
            requestBytes: 80,
            headerBytes: 90,
            wireDownBytes: 500,
            wireUpBytes: 300,
            retransmittedBytes: 7,
            firstPacket: 4,
            lastPacket: 9
        )
        #expect(CaptureInspection(exchanges: [exchange]).sightings == [sighting])
    }
}
