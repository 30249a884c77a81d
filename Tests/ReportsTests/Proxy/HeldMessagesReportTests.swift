import JSON
import Reports
import Testing

struct HeldMessagesReportTests {
    @Test func `lists held messages in a table`() throws {
        let held: JSONValue = [
            "id": .integer(3), "number": .integer(7), "phase": "response", "method": "GET",
            "url": "http://a.test/\u{1B}", "status": .integer(503), "since": "2026-11-25T15:05:27.806Z",
            "waitingNs": .integer(12_000_000_000),
        ]
        let document: JSONValue = ["schema": "netlab.proxy-held/1", "held": [held]]
        let text = try #require(HeldMessagesReport(document)).document.text()
        #expect(text.contains("response  GET http://a.test/") && text.contains("503"), "\(text)")
        #expect(text.contains("15:05:27") && text.contains("12") && !text.contains("\u{1B}"))
    }

    @Test func `reports when nothing is held, and rejects other documents`() throws {
        let none = try #require(HeldMessagesReport(["schema": "netlab.proxy-held/1", "held": []]))
        #expect(none.document.text() == "nothing is held\n")
        #expect(HeldMessagesReport(["schema": "netlab.proxy-requests/1"]) == nil)
    }
}
