import Analysis
import JSON
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Wire

/// `SampleRun`, whose first transfer went through a proxy: the exchange that the capture shows was the proxy's.
@Suite struct ProxiedRunTests {
    private let ms = SampleRun.millisecond

    private func run() throws -> SampleRun {
        var run = SampleRun()
        let own = try #require(run.record.transfers[0].exchange)
        var upstream = UpstreamExchange(localPort: own.localPort, order: 0, isKeptAlive: false)
        (upstream.connectStart, upstream.connectEnd) = (own.connectStart, own.connectEnd)
        (upstream.requestFirstByte, upstream.requestLastByte) = (own.requestFirstByte, own.requestFirstByte)
        upstream.responseFirstByte = own.responseFirstByte
        upstream.responseLastByte = own.responseLastByte
        (upstream.status, upstream.bodyBytes, upstream.httpVersion) = (200, own.bodyBytes, "HTTP/1.1")
        (upstream.requestBytes, upstream.headerBytes) = (own.requestBytes, own.headerBytes)
        run.record.proxyLog = [
            ProxyLogEntry(
                clientPort: 9000,
                method: "GET",
                url: run.record.transfers[0].url,
                status: 200,
                arrived: own.connectStart ?? .zero,
                passedOn: own.responseLastByte + ms,
                upstream: upstream
            )
        ]
        run.record.transfers[0].exchange?.localPort = 9000
        run.record.transfers[0].exchange?.connectEnd = own.connectStart
        run.record.transfers[0].exchange?.requestFirstByte = own.connectStart ?? .zero
        return run
    }

    @Test func `client, proxy and capture agree on a proxied exchange`() throws {
        let direct = try #require(SampleRun().result().transfers.first)
        let transfer = try #require(try run().result().transfers.first)
        let proxy = try #require(transfer.proxy)
        #expect(transfer.capture == direct.capture && transfer.wireDownBytes == direct.wireDownBytes)
        #expect(proxy.exchange?.duration == direct.clientLog?.exchange.duration)
        #expect(proxy.exchange?.sizeBytes == transfer.clientLog?.exchange.sizeBytes)
        #expect((proxy.originPort, transfer.clientPort, transfer.linePort) == (4001, 9000, 4001))
        #expect((proxy.isKeptAlive, proxy.connection) == (false, 1))
        #expect(proxy.phases.connect == 12 * ms && transfer.setUp == 0)
        // Theory is of the line, which opened a connection.
        #expect(transfer.theory?.alone == direct.theory?.alone)
        #expect(transfer.ledger?.total == transfer.duration)
    }

    @Test func `a transfer that bypassed the proxy has no proxy record`() throws {
        let result = try run().result()
        #expect(result.transfers.dropFirst().allSatisfy { $0.proxy == nil })
        #expect(SampleRun().result().transfers.allSatisfy { $0.proxy == nil })
        let proxied = try #require(Findings(result).proxied)
        #expect((proxied.transfers, proxied.kept, proxied.originSetUp) == (1, 0, 12 * ms))
        #expect(result.findings.contains(.proxied(proxied)))
        #expect(Findings(SampleRun().result()).proxied == nil)
    }

    @Test func `a proxy record round-trips through JSON, even for an unfinished exchange`() throws {
        let transfer = try #require(try run().result().transfers.first)
        #expect(TransferResult(json: transfer.json)?.proxy == transfer.proxy)
        var broken = transfer
        broken.proxy?.exchange = nil
        broken.proxy?.failure = "it left"
        #expect(broken.json["proxy"]?["sizeBytes"] == .null)
        #expect(TransferResult(json: broken.json)?.proxy == broken.proxy)
    }

    @Test func `every proxy metric can be used in an expectation`() throws {
        let metrics = ExpectationMetric.all.filter { $0.name.hasPrefix("proxy.") }
        var run = try run()
        run.scenario.expectations = metrics.map { metric in
            Scenarios.Expectation(
                text: metric.name,
                line: 1,
                subject: .init(step: "together", file: "a.jpg", metric: metric),
                comparison: .notEqual,
                value: metric.kind == .word ? .word("") : .number(0)
            )
        }
        let judged = run.result().expectations
        #expect(judged.count == 9)
        for expectation in judged { #expect(expectation.actual != .figure(.missing), "\(expectation)") }
    }
}
