import Inspection
import JSON
import Reports
import Testing
import Wire

@Suite struct InspectionReportTests {
    private static let epoch: Int64 = 1_790_000_000_000_000_000
    private static let client = Endpoint(address: .v4(0xC612_0001), port: 40_000)
    private static let server = Endpoint(address: .v4(0xC612_0002), port: 80)

    private func inspection() -> CaptureInspection {
        var whole = exchange(stream: 0, target: "/small.jpg", size: 125_724, from: 13, to: 552)
        whole.retransmittedBytes = 1448
        var cut = exchange(stream: 1, target: "/\u{1B}[31mred", size: 900, from: 20, to: 40)
        cut.isComplete = false
        cut.method = nil
        cut.requestSent = nil
        var unanswered = exchange(stream: 1, target: "/lost.jpg", size: 0, from: 50, to: 50)
        unanswered.status = nil
        var flow = CaptureFlow(
            stream: 0,
            client: Self.client,
            server: Self.server,
            isClientGuessed: false,
            firstStamp: Self.epoch,
            lastStamp: Self.epoch + 552_000_000
        )
        flow.down.wireBytes = 130_508
        flow.up.wireBytes = 4_622
        flow.handshake = Handshake(
            syn: Self.epoch,
            synAck: Self.epoch + 12_000_000,
            ack: Self.epoch + 12_115_000
        )
        var findings = CaptureFindings()
        findings.add(CaptureFinding(packet: 12, .header(.ipv4)))
        return CaptureInspection(
            exchanges: [whole, cut, unanswered],
            flows: [flow],
            findings: findings,
            packets: 187,
            firstStamp: Self.epoch,
            lastStamp: Self.epoch + 552_000_000
        )
    }

    private func exchange(stream: Int, target: String, size: Int, from: Int64, to: Int64) -> CaptureExchange {
        var exchange = CaptureExchange(stream: stream, order: 0, client: Self.client, server: Self.server)
        exchange.method = "GET"
        exchange.target = target
        exchange.url = "http://origin.netlab.test\(target)"
        exchange.requestSent = Self.epoch + from * 1_000_000
        exchange.status = 200
        exchange.firstByte = Self.epoch + (from + 12) * 1_000_000
        exchange.lastByte = Self.epoch + to * 1_000_000
        exchange.headerBytes = 200
        exchange.bodyBytes = size
        exchange.decodedBytes = size
        exchange.isComplete = true
        return exchange
    }

    @Test func `lists a capture's responses, connections and findings`() {
        let text = InspectionReport(inspection(), file: "client.pcapng").document.text(width: 100)
        #expect(
            text == """
                client.pcapng: 187 packets in 0.552 s from 2026-09-21T14:13:20.000Z; 1 connection, 2 HTTP responses

                  stream  request     status       body  header  request to        speed     sent
                                                                  last byte                 again
                       0  /small.jpg     200  125,724 B   200 B     0.539 s  1.91 Mbit/s  1,448 B
                       1  /\u{B7}[31mred      200      900 B   200 B           -            -      0 B  not whole

                  stream            client         server  wire bytes  wire bytes  sent again   handshake  at the
                                                                   up        down        down  round trip     end
                       0  198.18.0.1:40000  198.18.0.2:80     4,622 B   130,508 B         0 B     12.1 ms    open

                findings
                  packet 12: its IPv4 header contradicts itself

                """
        )
    }

    @Test func `marks a capture of only one direction`() {
        var half = inspection()
        half.flows[0].up.packets = 0
        half.flows[0].down.packets = 90
        half.flows[0].down.streamBytes = 100_000
        let report = InspectionReport(half, file: "client.pcapng")
        #expect(
            report.document.text(width: 200).contains("The capture has only one direction of 1 connection")
        )
        #expect(report.json["flows"]?.elements.first?["oneWay"] == .bool(true))
        half.flows[0].up.packets = 40
        let whole = InspectionReport(half, file: "client.pcapng")
        #expect(!whole.document.text(width: 200).contains("one direction"))
        #expect(whole.json["flows"]?.elements.first?["oneWay"] == .bool(false))
    }

    @Test(arguments: [100, 80, 60, 40])
    func `no line is wider than the terminal`(width: Int) {
        let text = InspectionReport(inspection(), file: "client.pcapng").document.text(width: width)
        for line in text.split(separator: "\n") { #expect(line.count <= width, "\(line)") }
    }

    @Test(arguments: [40, 60, 80, 100, 200])
    func `shows a response's connection and duration at any width`(width: Int) {
        var inspection = inspection()
        inspection.exchanges[0].target = "/images/" + String(repeating: "long/", count: 40) + "a.jpg"
        inspection.exchanges[1].url = "http://other.netlab.test/b"
        let text = InspectionReport(inspection, file: "a.pcap").document.text(width: width)
        let lines = text.split(separator: "\n").map(String.init)
        let row = lines.first { $0.contains("0.539 s") }
        #expect(row?.hasPrefix("       0  ") == true)
        #expect(row?.contains("…") == true && row?.contains(".jpg") == true)
        #expect(lines.allSatisfy { $0.count <= width })
        #expect(text.contains("status") == (width >= 60) && text.contains("speed") == (width >= 100))
    }

    @Test(arguments: [(ExchangeRanking.Order.speed, "speed", "body"), (.size, "body", "speed")])
    func `keeps the sort column longer than other columns`(
        _ order: ExchangeRanking.Order,
        _ kept: String,
        _ left: String
    ) {
        let report = InspectionReport(inspection(), file: "a.pcap", ranking: ExchangeRanking(order))
        let text = report.document.text(width: 56)
        #expect(text.contains(kept) && !text.contains(left))
    }

    @Test(.timeLimit(.minutes(1)))
    func `lists 10,000 responses in linear time`() {
        var inspection = inspection()
        inspection.exchanges = InspectedList(Array(repeating: inspection.exchanges[0], count: 10_000))
        let text = InspectionReport(inspection, file: "client.pcapng").document.text()
        #expect(text.split(separator: "\n").count > 10_000)
    }

    @Test func `data from the network cannot inject terminal sequences`() {
        let text = InspectionReport(inspection(), file: "a.pcap").document.text()
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("/\u{B7}[31mred"))
    }

    @Test func `the JSON has an entry for each final response, with capture timestamps`() {
        let json = InspectionReport(inspection(), file: "client.pcapng").json
        #expect(json["schema"] == "netlab.inspection/1")
        guard case .array(let exchanges) = json["exchanges"] else {
            Issue.record("no exchanges")
            return
        }
        #expect(exchanges.count == 2)
        let keys = [
            "method", "url", "status", "stream", "requestNs", "firstByteNs", "lastByteNs", "durationNs",
            "headerBytes", "bodyBytes", "decodedBytes", "speedBps", "retransmittedBytes", "complete",
        ]
        for exchange in exchanges {
            for key in keys { #expect(exchange[key] != nil, "\(key)") }
        }
        #expect(exchanges[0]["requestNs"] == .integer(13_000_000))
        #expect(exchanges[0]["durationNs"] == .integer(539_000_000))
        // 8 * 125724 bits in 527 ms
        #expect(exchanges[0]["speedBps"] == .integer(1_908_524))
        #expect(exchanges[1]["requestNs"] == .null)
        #expect(exchanges[1]["complete"] == .bool(false))
        for key in ["flows", "handshakes", "findings"] { #expect(json[key] != nil, "\(key)") }
    }

    @Test func `can be limited to one stream`() {
        let report = InspectionReport(inspection(), file: "a.pcap", stream: 1)
        #expect(report.document.text().contains("0 connections, 1 of 2 HTTP responses"))
    }

    @Test func `an empty capture is reported as empty`() {
        let report = InspectionReport(CaptureInspection(), file: "empty.pcap")
        #expect(report.document.text() == "empty.pcap: 0 packets; 0 connections, 0 HTTP responses\n")
        #expect(report.json["startedAt"] == .null)
        #expect(InspectionJSON.document([report, report]).value["schema"] == "netlab.inspections/1")
        #expect(InspectionJSON.document([report]).value == report.json)
    }
}
