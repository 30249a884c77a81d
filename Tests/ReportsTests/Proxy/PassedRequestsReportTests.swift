import JSON
import Reports
import Testing

struct PassedRequestsReportTests {
    private func report(_ requests: JSONValue) throws -> String {
        let document: JSONValue = ["schema": "netlab.proxy-requests/1", "requests": requests]
        return try #require(PassedRequestsReport(document)).document.text()
    }

    @Test func `lists passed requests in a table`() throws {
        let text = try report([
            [
                "number": .integer(12), "method": "GET", "url": "http://a.test/\u{1B}x",
                "status": .integer(200),
                "bytes": .integer(5000), "durationNs": .integer(12_000_000),
            ],
            ["number": .integer(13), "method": "CONNECT", "url": "b.test:443", "status": .integer(0)],
        ])
        #expect(text.contains("GET http://a.test/") && !text.contains("\u{1B}"))
        let lines = text.split(separator: "\n")
        #expect(
            lines[1].contains("12") && lines[1].contains("200") && lines[1].contains("12.0 ms"),
            "\(text)"
        )
        #expect(lines[2].contains("CONNECT b.test:443") && lines[2].contains("cut short"))
    }

    @Test func `reports when no request has passed, and rejects other documents`() throws {
        #expect(try report([]) == "no request has passed through the proxy yet\n")
        #expect(PassedRequestsReport(["schema": "netlab.proxy-held/1"]) == nil)
    }
}
