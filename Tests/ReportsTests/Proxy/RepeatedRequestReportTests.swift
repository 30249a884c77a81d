import JSON
import Reports
import Testing

struct RepeatedRequestReportTests {
    private static func document(_ durations: [Int64], failing: Int64? = nil) -> JSONValue {
        let results = durations.map { duration -> JSONValue in
            let isFailed = duration == failing
            return [
                "status": .integer(isFailed ? 0 : 200), "bytes": .integer(1000),
                "durationNs": .integer(duration),
                "waitNs": nil, "keptAlive": .bool(true), "failure": isFailed ? "the server left" : nil,
            ]
        }
        return [
            "schema": "netlab.proxy-repeat/1", "number": .integer(7), "method": "GET",
            "url": "http://a.test/",
            "results": .array(results),
        ]
    }

    @Test func `lists a few results individually and sums them up`() throws {
        let report = try #require(
            RepeatedRequestReport(Self.document([2_000_000, 1_000_000, 9_000_000], failing: 9_000_000))
        )
        let text = report.document.text()
        #expect(text.contains("request 7 again: GET http://a.test/"))
        #expect(text.contains("200: 2, no response: 1") && text.contains("the server left"))
        #expect(text.contains("shortest 1.0 ms, median 2.0 ms") && text.contains("longest 9.0 ms"))
    }

    @Test func `only sums up many results`() throws {
        let report = try #require(RepeatedRequestReport(Self.document((1...100).map { $0 * 1_000_000 })))
        let text = report.document.text()
        #expect(text.contains("200: 100") && !text.contains("kept"))
        #expect(text.contains("median 50.0 ms, 95 % 95.0 ms, 99 % 99.0 ms, longest 0.100 s"), "\(text)")
    }

    @Test func `repeat and request reports reject each other's documents`() throws {
        #expect(RepeatedRequestReport(["schema": "netlab.proxy-requests/1"]) == nil)
        #expect(PassedRequestsReport(Self.document([1])) == nil)
        let none = try #require(PassedRequestsReport(["schema": "netlab.proxy-requests/1", "requests": []]))
        #expect(none.document.text() == "no request has passed through the proxy yet\n")
    }
}
