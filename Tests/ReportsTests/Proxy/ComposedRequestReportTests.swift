import JSON
import Reports
import Testing

struct ComposedRequestReportTests {
    private static let server: JSONValue = [
        "nameNs": nil, "connectNs": .integer(2_000_000), "latencyNs": .integer(3_000_000), "heldNs": nil,
    ]

    private static func document(_ server: JSONValue, number: Int64?) -> JSONValue {
        [
            "schema": "netlab.proxy-compose/1", "method": "POST", "url": "https://a.test/x",
            "number": number.map { .integer($0) } ?? nil, "status": .integer(201), "reason": "Created",
            "fields": [["name": "ETag", "value": "x"]], "bodyBytes": .integer(18),
            "durationNs": .integer(9_000_000), "connectNs": .integer(1_000_000), "tunnelNs": nil,
            "tlsNs": .integer(4_000_000), "requestNs": .integer(0), "waitNs": .integer(4_000_000),
            "responseNs": .integer(0), "server": server,
        ]
    }

    @Test func `shows status, header fields and both sides' phases`() throws {
        let report = try #require(ComposedRequestReport(Self.document(Self.server, number: 12)))
        let text = report.document.text()
        #expect(text.hasPrefix("POST https://a.test/x (request 12)\n201 Created  18 B  9.0 ms\n  ETag: x\n"))
        #expect(text.contains("to the proxy  connect 1.0 ms, TLS 4.0 ms, wait 4.0 ms"), "\(text)")
        #expect(text.contains("to the server  connect 2.0 ms, wait 3.0 ms"), "\(text)")
    }

    @Test func `shows only the client's phases when no server was contacted`() throws {
        let report = try #require(ComposedRequestReport(Self.document(nil, number: nil)))
        #expect(!report.document.text().contains("to the server"))
        #expect(ComposedRequestReport(["schema": "netlab.proxy-repeat/1"]) == nil)
    }
}
