import Archives
import HTTP
import JSON
import Reports
import Testing

@Suite struct ArchiveComparisonReportTests {
    private func entry(
        _ url: String,
        status: Int = 200,
        bytes: Int = 1000,
        took duration: Int64? = 10_000_000,
        _ fields: [HTTPField] = []
    ) -> ArchiveEntry {
        var response = ArchiveResponse(status: status)
        response.bodyBytes = bytes
        response.fields = fields
        var entry = ArchiveEntry(
            started: 0,
            request: ArchiveRequest(method: "GET", url: url),
            response: response
        )
        entry.duration = duration
        return entry
    }

    private func report(
        _ before: [ArchiveEntry],
        _ after: [ArchiveEntry],
        tolerance: Double? = nil
    ) -> ArchiveComparisonReport {
        ArchiveComparisonReport(
            ArchiveComparison(HTTPArchive(entries: before), HTTPArchive(entries: after)),
            "before.har",
            "after.har",
            tolerance: tolerance
        )
    }

    /// One of each kind of difference.
    private var different: ArchiveComparisonReport {
        report(
            [
                entry("http://a.test/same"), entry("http://a.test/gone"), entry("http://a.test/status"),
                entry("http://a.test/body"),
                entry("http://a.test/field", [HTTPField(name: "ETag", value: "\"1\"")]),
                entry("http://a.test/slow"),
            ],
            [
                entry("http://a.test/same"), entry("http://a.test/status", status: 503),
                entry("http://a.test/body", bytes: 2000),
                entry("http://a.test/field", [HTTPField(name: "ETag", value: "\"2\"")]),
                entry("http://a.test/slow", took: 30_000_000), entry("http://a.test/new\u{1B}", took: nil),
            ],
            tolerance: 0.2
        )
    }

    @Test func `each exchange's row shows what differs`() throws {
        let lines = different.document.text(width: 140).split(separator: "\n").map(String.init)
        func line(_ path: String) throws -> String {
            try #require(lines.first { $0.contains("/\(path) ") || $0.hasSuffix("/\(path)") }, "\(path)")
        }
        #expect(lines[0] == "before.har beside after.har")
        #expect(try line("gone").contains("missing in the second"))
        #expect(try line("status").contains("200 > 503"))
        #expect(try line("body").contains("1000 B > 2000 B") || line("body").contains("1,000 B > 2,000 B"))
        #expect(try line("field").hasSuffix("etag"))
        #expect(try line("slow").hasSuffix("time"))
        #expect(try !line("same").contains(">"))
        #expect(lines.contains { $0.contains("only in the second") } && !lines.joined().contains("\u{1B}"))
        #expect(lines.last == "7 exchanges, 5 of which differ, 1 slower by more than 20 %")
    }

    @Test func `ignores differences in header fields alone, and judges time only with a tolerance`() {
        let (plain, tagged) = (
            entry("http://a.test/"), entry("http://a.test/", [HTTPField(name: "Via", value: "p")])
        )
        let slow = entry("http://a.test/", took: 20_000_000)
        #expect(report([plain], [tagged]).isAlike)
        #expect(report([plain], [slow]).isAlike)
        #expect(report([plain], [slow], tolerance: 1).isAlike)
        #expect(!report([plain], [slow], tolerance: 0.5).isAlike)
        #expect(report([plain], [entry("http://a.test/", took: nil)], tolerance: 0).isAlike)
        #expect(!report([plain], []).isAlike && !report([], [plain]).isAlike)
        #expect(!report([plain], [entry("http://a.test/", status: 304)]).isAlike)
        #expect(!report([plain], [entry("http://a.test/", bytes: 1)]).isAlike)
    }

    @Test func `detects bodies of equal length with different bytes`() {
        var (one, other) = (entry("http://a.test/"), entry("http://a.test/"))
        (one.response.content, other.response.content) = ([1, 2], [1, 3])
        let report = report([one], [other])
        #expect(
            !report.isAlike && report.document.text(width: 140).contains("body (same length, other bytes)")
        )
    }

    @Test func `the JSON has both sides and the kind of each difference`() throws {
        let json = different.json
        #expect(json["schema"] == "netlab.sessions/1" && json["alike"]?.flag == false)
        #expect(json["tolerance"]?.number == 0.2 && json["before"] == "before.har")
        let exchanges = try #require(json["exchanges"]?.elements)
        #expect(exchanges.count == 7)
        let kinds = exchanges.compactMap { $0["differences"]?.elements.first?["kind"]?.text }
        #expect(kinds.sorted() == ["added", "content", "field", "missing", "status"])
        let gone = try #require(exchanges.first { $0["url"] == "http://a.test/gone" })
        #expect(gone["after"] == .null && gone["before"]?["durationNs"]?.int64 == 10_000_000)
        let slow = try #require(exchanges.first { $0["url"] == "http://a.test/slow" })
        #expect(slow["slower"]?.flag == true && slow["differences"]?.elements.isEmpty == true)
    }
}
