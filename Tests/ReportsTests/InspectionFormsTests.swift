import Inspection
import JSON
import Reports
import Testing
import Wire

/// The other forms of an inspection: CSV lines, totals, filtered responses, and one stream in detail.
@Suite struct InspectionFormsTests {
    private static let client = Endpoint(address: .v4(0xC612_0001), port: 40_000)
    private static let server = Endpoint(address: .v4(0xC612_0002), port: 80)

    private func exchange(
        _ url: String,
        _ status: Int,
        _ type: String?,
        body: Int,
        milliseconds: Int64,
        stream: Int = 0
    )
        -> CaptureExchange
    {
        var exchange = CaptureExchange(stream: stream, order: 0, client: Self.client, server: Self.server)
        exchange.method = "GET"
        exchange.url = url
        exchange.status = status
        exchange.mediaType = type
        exchange.requestSent = 1_000_000
        exchange.firstByte = 2_000_000
        exchange.lastByte = 1_000_000 + milliseconds * 1_000_000
        exchange.bodyBytes = body
        exchange.decodedBytes = body * 2
        exchange.isComplete = true
        return exchange
    }

    private var inspection: CaptureInspection {
        var flow = CaptureFlow(
            stream: 1,
            client: Self.client,
            server: Self.server,
            isClientGuessed: false,
            firstStamp: 0,
            lastStamp: 9_000_000
        )
        flow.down.sender.retransmitted = 17
        return CaptureInspection(
            exchanges: [
                exchange(
                    "http://a.example/x,y.jpg?q=\"1\"",
                    200,
                    "image/jpeg; q=1",
                    body: 1000,
                    milliseconds: 10
                ),
                exchange("http://B.example:8080/", 404, "text/html", body: 10, milliseconds: 500),
                exchange("http://c.b.example/=1+1", 500, nil, body: 0, milliseconds: 20, stream: 1),
            ],
            flows: [flow],
            packets: 3,
            firstStamp: 0,
            lastStamp: 9_000_000
        )
    }

    private func urls(_ change: (inout ExchangeFilter) -> Void) -> [String] {
        var filter = ExchangeFilter()
        change(&filter)
        return inspection.exchanges.filter(filter.admits).compactMap(\.url)
    }

    @Test func `a filter keeps exchanges that match all its conditions`() {
        #expect(urls { _ in }.count == 3)
        #expect(urls { $0.host = "b.EXAMPLE" } == ["http://B.example:8080/"])
        #expect(urls { $0.host = "*.b.example" } == ["http://c.b.example/=1+1"])
        #expect(urls { $0.statuses = ExchangeFilter.statuses("4xx") } == ["http://B.example:8080/"])
        #expect(urls { $0.type = "Image" }.count == 1)
        #expect(urls { $0.type = "image/jpeg" }.count == 1)
        #expect(urls { $0.type = "imag" }.isEmpty)
        #expect(urls { $0.slowerThan = 20_000_000 }.count == 1)
        #expect(urls { $0.largerThan = 10 }.count == 1)
        #expect(
            urls {
                $0.largerThan = 9; $0.slowerThan = 400_000_000
            } == ["http://B.example:8080/"]
        )
    }

    @Test(
        arguments: [
            ("404", 404...404), ("4xx", 400...499), ("500-503", 500...503), ("5-4", nil), ("xx", nil),
            ("", nil),
            ("abc", nil),
        ] as [(String, ClosedRange<Int>?)]
    )
    func `parses a status filter as one status, a class or a range`(
        _ text: String,
        _ range: ClosedRange<Int>?
    ) {
        #expect(ExchangeFilter.statuses(text) == range)
    }

    @Test func `the CSV is written in chunks and is complete`() {
        var many = inspection
        many.exchanges = InspectedList(Array(repeating: inspection.exchanges[0], count: 5000))
        var bursts: [Int] = []
        InspectionCSV(InspectionReport(many, file: "a.pcap")).write { bursts.append($0.count) }
        #expect(bursts.count > 3 && bursts.allSatisfy { $0 < 100_000 })
        #expect(csv(many).split(separator: "\r\n").count == 5001)
    }

    private func csv(_ inspection: CaptureInspection) -> String {
        var bytes: [UInt8] = []
        InspectionCSV(InspectionReport(inspection, file: "a.pcap")).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `the CSV keeps its columns for any URL`() {
        let lines = csv(inspection).split(separator: "\r\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix("method,url,status,version,type,"))
        #expect(
            lines[1].hasPrefix("GET,\"http://a.example/x,y.jpg?q=\"\"1\"\"\",200,,image/jpeg,0,0,1000000,")
        )
    }

    @Test func `a summary has a row for each host, type and status, heaviest first`() throws {
        let report = InspectionReport(inspection, file: "a.pcap", isSummarised: true)
        let summary = try #require(report.json["summary"])
        guard case .array(let hosts) = summary["hosts"], case .array(let types) = summary["types"] else {
            Issue.record("no groups")
            return
        }
        #expect(hosts.map { $0["name"] } == ["a.example", "b.example", "c.b.example"])
        #expect(types.map { $0["name"] } == ["image/jpeg", "text/html", "-"])
        #expect(hosts[1]["durationP50Ns"] == .integer(500_000_000))
        #expect(hosts[0]["decodedBytes"] == .integer(2000))
        let text = report.document.text(width: 100)
        #expect(text.contains("image/jpeg") && text.contains("404"))
        for line in text.split(separator: "\n") { #expect(line.count <= 100) }
    }

    @Test func `approximate percentiles are marked with their error bound`() throws {
        var many = inspection
        let durations = (1...300).map { Int64($0) }
        many.exchanges = InspectedList(
            durations.map { exchange("http://a.example/", 200, "image/png", body: 1, milliseconds: $0) }
        )
        let report = InspectionReport(many, file: "a.pcap", isSummarised: true)
        let host = try #require(report.json["summary"]?["hosts"]?.elements.first)
        #expect(host["percentileError"] == .double(0.01))
        #expect(
            host["durationMinNs"] == .integer(1_000_000) && host["durationMaxNs"] == .integer(300_000_000)
        )
        #expect(host["durationSumNs"] == .integer(durations.reduce(0, +) * 1_000_000))
        #expect(report.document.text(width: 60).contains("within 1 % of the exact ones"))
        let few = InspectionReport(inspection, file: "a.pcap", isSummarised: true)
        #expect(few.json["summary"]?["hosts"]?.elements.first?["percentileError"] == .double(0))
        #expect(!few.document.text().contains("exact"))
    }

    @Test func `more hosts than the limit are summed in one row`() throws {
        var many = inspection
        many.exchanges = InspectedList(
            (0..<10_005).map { exchange("http://h\($0)/", 200, nil, body: 1, milliseconds: 1) }
        )
        let summary = try #require(InspectionReport(many, file: "a", isSummarised: true).json["summary"])
        let hosts = try #require(summary["hosts"]).elements
        #expect(hosts.count == 10_001 && hosts.first?["name"]?.text == "(all others)")
        #expect(hosts.first?["responses"] == .integer(5))
    }

    @Test func `a single stream shows its TCP figures`() {
        let text = InspectionReport(inspection, file: "a.pcap", stream: 1).document.text(width: 100)
        #expect(text.contains("retransmitted") && text.contains("17"))
        #expect(
            text.firstMatch(
                of: /fast \/ by timeout \/ by probe \/ spurious +0 \/ 0 \/ 0 \/ 0 +([0-9]+ \/ ){3}[0-9]+/
            ) != nil
        )
    }
}
