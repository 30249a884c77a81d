import Archives
import Foundation
import JSON
import Testing

@testable import Reports

@Suite struct ArchiveReportTests {
    private static func entry(
        _ url: String,
        at second: Int,
        wait: Int,
        size: Int,
        status: Int = 200,
        more: String = ""
    ) -> String {
        """
        {"startedDateTime":"2026-03-01T09:30:0\(second).000+01:00","time":\(wait + 30),
        "request":{"method":"GET","url":"\(url)","headersSize":80,"bodySize":0,"headers":[]},
        "response":{"status":\(status),"httpVersion":"h2","headersSize":-1,"bodySize":\(size),"headers":[],
        "content":{"size":\(size * 2),"mimeType":"image/png"}},
        "timings":{"blocked":4,"dns":-1,"connect":6,"ssl":3,"send":1,"wait":\(wait),"receive":19}\(more)}
        """
    }

    private func survey(_ entries: String...) throws -> ArchiveSurvey {
        var intake = ArchiveIntake()
        let text =
            #"{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537"},"entries":["#
            + entries.joined(separator: ",") + "]}}"
        intake.receive(Array(text.utf8))
        return try intake.finish()
    }

    private func sample() throws -> ArchiveSurvey {
        try survey(
            Self.entry("https://a.test/one.png?x=1", at: 1, wait: 100, size: 5000),
            Self.entry("https://b.test/=two", at: 2, wait: 300, size: 700, status: 404),
            Self.entry(
                "https://a.test/gone",
                at: 3,
                wait: 50,
                size: 0,
                status: 0,
                more: #","_fromCache":null"#
            )
        )
    }

    private func csv(_ report: ArchiveReport) -> [String] {
        var bytes: [UInt8] = []
        ArchiveCSV(report).write { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n").dropLast().map { $0 }
    }

    @Test func `lists exchanges in a table and says what an archive lacks`() throws {
        let text = ArchiveReport(try sample(), file: "a.har").document.text()
        #expect(text.hasPrefix("a.har: an HTTP archive by WebInspector 537: 3 exchanges in "))
        #expect(text.contains("from 2026-03-01T08:30:01"))
        #expect(text.contains("a.test/one.png?x=1") && text.contains("404") && text.contains("no response"))
        #expect(text.contains("Entry 2 got a status of 400 or more."))
        #expect(text.contains("Entry 3 got no response."))
        #expect(text.contains("An archive holds no packets"))
    }

    @Test func `filters and rankings select exchanges`() throws {
        var filter = ExchangeFilter()
        filter.host = "a.test"
        let report = ArchiveReport(try sample(), file: "a.har", filter: filter)
        #expect(csv(report).count == 3 && report.document.text().contains("2 of 3 exchanges"))
        let ranked = ArchiveReport(try sample(), file: "a.har", ranking: ExchangeRanking(most: 1))
        #expect(csv(ranked).count == 2 && csv(ranked)[1].contains("/=two"))
        filter = ExchangeFilter()
        filter.statuses = 400...499
        #expect(csv(ArchiveReport(try sample(), file: "a.har", filter: filter)).count == 2)
        filter = ExchangeFilter()
        filter.slowerThan = 200_000_000
        #expect(csv(ArchiveReport(try sample(), file: "a.har", filter: filter)).count == 2)
        filter = ExchangeFilter()
        filter.largerThan = 4999
        #expect(csv(ArchiveReport(try sample(), file: "a.har", filter: filter)).count == 2)
    }

    @Test func `the JSON has an inspection's keys, with null for packet data`() throws {
        let json = ArchiveReport.document([ArchiveReport(try sample(), file: "a.har")]).value
        #expect(json["schema"] == "netlab.inspection/1" && json["packets"] == .null)
        #expect(json["flows"] == [] && json["handshakes"] == [])
        let first = try #require(json["exchanges"]?.elements.first)
        #expect(first["requestNs"] == 10_000_000.json && first["firstByteNs"] == 111_000_000.json)
        #expect(first["durationNs"] == 120_000_000.json && first["totalNs"] == 130_000_000.json)
        #expect(first["speedBps"] == .null && first["stream"] == .null)
        #expect(first["headerBytes"] == .null && first["decodedBytes"] == 10_000.json)
        #expect(json["findings"]?.elements.compactMap { $0["entry"]?.int } == [3, 2])
        let both = ArchiveReport.document([
            ArchiveReport(try sample(), file: "a.har"), ArchiveReport(try sample(), file: "b.har"),
        ]).value
        #expect(both["schema"] == "netlab.inspections/1" && both["inspections"]?.elements.count == 2)
    }

    @Test func `each CSV line has all columns`() throws {
        let lines = csv(ArchiveReport(try sample(), file: "a.har"))
        let counts = Set(lines.map { $0.count { $0 == "," } })
        #expect(lines.count == 4 && counts.count == 1)
        #expect(lines[1].hasPrefix("GET,https://a.test/one.png?x=1,200,h2,image/png,,,10000000,111000000,"))
    }

    @Test(arguments: [
        (
            ArchiveFinding.cutOff(entries: 1),
            "The file ends within an entry: what comes before it is shown (1 entry)."
        ),
        (.noURL(.init(count: 3, first: 7)), "3 entries, the first of them 7, have no URL."),
        (.noURL(.init(count: 1, first: 7)), "Entry 7 has no URL."),
        (
            .blocked(.init(count: 2, first: 1), time: 500_000_000, of: 1_000_000_000),
            "Waiting for a connection took 0.500 s, 50 % of all time, in 2 exchanges."
        ),
    ])
    func `each finding has its sentence`(_ finding: ArchiveFinding, _ sentence: String) throws {
        #expect(finding.words == sentence)
    }
}
