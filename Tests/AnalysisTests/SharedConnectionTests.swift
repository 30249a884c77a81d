import Analysis
import Inspection
import JSON
import LinkModel
import Logs
import Runs
import Testing
import Wire

/// Exchanges that share a connection as streams of HTTP/2.
@Suite struct SharedConnectionTests {
    /// The sample's two files on one connection; the second's response ends first.
    private static func sample() -> SampleRun {
        var run = SampleRun()
        for index in 0..<2 {
            run.record.transfers[index].exchange?.localPort = 4001
            run.record.transfers[index].exchange?.order = index
            run.record.transfers[index].exchange?.isNewConnection = index == 0
            run.record.transfers[index].exchange?.stream = 2 * index + 1
            run.record.transfers[index].exchange?.httpVersion = "HTTP/2"
            run.record.transfers[index].exchange?.encryption = EncryptionRecord(
                version: "1.3",
                isResumed: true
            )
            run.capture[index].clientPort = 4001
            run.capture[index].connection = .tcp(0)
            run.capture[index].order = 1 - index
            run.capture[index].httpStream = 2 * index + 1
            run.record.originLog.append(
                OriginLogEntry(
                    clientPort: 4001,
                    order: 1 - index,
                    stream: 2 * index + 1,
                    httpVersion: "HTTP/2",
                    method: "GET",
                    target: "/",
                    status: 200,
                    headerBytes: 60 + index,
                    bodyBytes: 1,
                    accepted: SampleRun.at(100),
                    requestFirstByte: SampleRun.at(115),
                    requestLastByte: SampleRun.at(115)
                )
            )
        }
        return run
    }

    @Test func `are matched by stream, regardless of order`() {
        let result = Self.sample().result()
        let together = result.transfers(of: "together")
        #expect(together.map(\.capture?.exchange.sizeBytes) == [125_724, 310_448])
        #expect(together.map(\.connection) == [1, 1] && together.map(\.newConnection) == [true, false])
        #expect(together.map(\.httpStream) == [1, 3])
        #expect(together.first?.json["tls"] == ["version": "1.3", "resumed": .bool(true)])
        #expect(together.allSatisfy { $0.theory?.alone != nil && $0.theory?.shared != nil })
        #expect(!result.findings.contains(.ignoredFrames))
    }

    @Test func `have no closed form, and a finding says so`() {
        var run = Self.sample()
        run.record.link.congestion = "vegas"
        #expect(run.result().findings.contains(.ignoredFrames))
    }

    @Test func `carry their stream number in a capture`() {
        let endpoint = Endpoint(address: .v4(0xC612_0001), port: 4001)
        var exchange = CaptureExchange(stream: 0, order: 1, client: endpoint, server: endpoint)
        #expect(CaptureSighting(exchange).httpStream == nil)
        exchange.httpStream = 3
        #expect(CaptureSighting(exchange).httpStream == 3 && CaptureSighting(exchange).order == 1)
    }

    @Test func `have the header sizes on the wire, or no size where it is unknown`() {
        var run = Self.sample()
        #expect(run.result().transfers(of: "together").map(\.headerBytes) == [60, 61])
        #expect(run.result().transfers(of: "together").map(\.requestBytes) == [nil, nil])
        run.capture[1].headerBytes = 77
        run.capture[1].requestBytes = 33
        #expect(run.result().transfers(of: "together").map(\.headerBytes) == [60, 77])
        #expect(run.result().transfers(of: "together").map(\.requestBytes) == [nil, 33])
        run.record.originLog = []
        #expect(run.result().transfers(of: "together").map(\.headerBytes) == [nil, 77])
    }

    @Test func `have no wire bytes on a byte-stream line`() {
        var run = Self.sample()
        run.record.link.mode = .stream
        run.record.flowPorts = [4001]
        run.capture = []
        #expect(run.result().transfers(of: "together").allSatisfy { $0.wireDownBytes == nil })
        #expect(run.result().transfers(of: "together").allSatisfy { $0.theory?.wire ?? 0 > 0 })
    }
}
