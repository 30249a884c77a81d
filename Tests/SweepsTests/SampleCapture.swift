import Inspection
import LinuxIO
import Sweeps
import TestSupport
import Wire

/// Captures as values, and files in their place.
enum SampleCapture {
    static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let ms: Int64 = 1_000_000

    static func at(_ milliseconds: Int64) -> Int64 { epoch + milliseconds * ms }

    private static func endpoint(_ port: UInt16) -> Endpoint {
        Endpoint(address: .v4(0x0A00_0001), port: port)
    }

    /// A SYN at 0, an answer at 20 ms, the request at 21 ms, 70 ms of thinking, then 100 kB from 111 ms to 211 ms; and a
    /// request on the same connection that nobody answers.
    static func inspection(damage: CaptureFileFault? = nil) -> CaptureInspection {
        var exchange = CaptureExchange(stream: 0, order: 0, client: endpoint(5000), server: endpoint(80))
        (exchange.method, exchange.target) = ("GET", "/images/a.jpg?size=2")
        exchange.url = "http://Example.com/images/a.jpg?size=2"
        (exchange.status, exchange.version, exchange.mediaType) = (200, "HTTP/1.1", "image/jpeg; q=1")
        exchange.handshake = Handshake(syn: at(0), synAck: at(20), ack: at(20))
        (exchange.requestSent, exchange.firstByte, exchange.lastByte) = (at(21), at(111), at(211))
        (exchange.bodyBytes, exchange.wireDownBytes) = (100_000, 104_000)
        exchange.isComplete = true
        var unanswered = CaptureExchange(stream: 0, order: 1, client: endpoint(5000), server: endpoint(80))
        (unanswered.method, unanswered.target) = ("GET", "http://example.com")
        unanswered.requestSent = at(300)
        var flow = CaptureFlow(
            stream: 0,
            client: endpoint(5000),
            server: endpoint(80),
            isClientGuessed: false,
            firstStamp: at(0),
            lastStamp: at(300)
        )
        flow.handshake = exchange.handshake
        flow.content = .http1
        (flow.down.packets, flow.down.wireBytes, flow.down.sender.retransmitted) = (70, 104_000, 2)
        (flow.up.packets, flow.up.wireBytes) = (30, 2000)
        var inspection = CaptureInspection(
            exchanges: [exchange, unanswered],
            flows: [flow],
            packets: 103,
            firstStamp: at(0),
            lastStamp: at(300)
        )
        inspection.datagrams = [datagrams]
        if let damage {
            let finding = CaptureFinding(packet: 103, .file(damage))
            inspection.findings.add(finding)
            inspection.damage = finding
        }
        return inspection
    }

    private static var datagrams: CaptureDatagrams {
        var flow = CaptureDatagrams(
            number: 0,
            client: endpoint(4000),
            server: endpoint(53),
            firstPacket: 1,
            firstStamp: at(0)
        )
        flow.content = .dns
        (flow.up.packets, flow.up.wireBytes) = (2, 120)
        return flow
    }

    /// A file that stands for a capture.
    static func named(
        _ path: String,
        in scratch: ScratchFolder,
        netlab: String = "1.0",
        options: [String] = []
    ) throws -> NamedCapture {
        if !WholeFile.exists(scratch.file(path)) { try scratch.write(path, "bytes of \(path)") }
        return try NamedCapture(scratch.file(path), netlab: netlab, options: options)
    }
}
