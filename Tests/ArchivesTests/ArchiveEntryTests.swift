import HTTP
import JSON
import Testing

@testable import Archives

struct ArchiveEntryTests {
    private func entry() -> ArchiveEntry {
        var request = ArchiveRequest(method: "POST", url: "https://a.test/find?q=a&b#there")
        request.version = "HTTP/1.1"
        request.fields = [
            HTTPField(name: "Content-Type", value: "text/plain"),
            HTTPField(name: "Cookie", value: "a=1; b=2"),
        ]
        (request.headerBytes, request.bodyBytes, request.content) = (90, 5, Array("hello".utf8))
        var response = ArchiveResponse(status: 200)
        response.version = "HTTP/2"
        response.fields = [HTTPField(name: "content-type", value: "image/png")]
        response.mediaType = "image/png"
        (response.headerBytes, response.bodyBytes, response.decodedBytes) = (30, 3, 4)
        response.savedBytes = 1
        response.content = [0x89, 0x50, 0x4E, 0x47]
        var entry = ArchiveEntry(started: 1_772_357_400_125_000_001, request: request, response: response)
        entry.timings.connect = 5_000_000
        entry.timings.secure = 2_000_000
        entry.timings.wait = 1_500_000
        (entry.timings.send, entry.timings.receive) = (0, 0)
        entry.duration = 7_000_000
        entry.serverAddress = "192.0.2.1"
        entry.connection = "7"
        entry.page = "cold"
        entry.details = ["number": 3.json]
        return entry
    }

    @Test func `an entry round-trips`() {
        #expect(ArchiveEntry(entry().json) == entry())
    }

    @Test func `a start time has only the digits it needs`() {
        #expect(entry().json["startedDateTime"] == "2026-03-01T09:30:00.125000001Z")
        var entry = entry()
        entry.started = 1_772_357_400_125_003_000
        #expect(entry.json["startedDateTime"] == "2026-03-01T09:30:00.125003Z")
        #expect(ArchiveEntry(entry.json).started == entry.started)
    }

    @Test func `text is stored as text, and other bytes as base64`() {
        let json = entry().json
        #expect(json["request"]?["postData"]?["text"] == "hello")
        #expect(json["request"]?["postData"]?["mimeType"] == "text/plain")
        #expect(json["response"]?["content"]?["text"] == "iVBORw==")
        #expect(json["response"]?["content"]?["encoding"] == "base64")
        #expect(json["response"]?["content"]?["compression"] == 1.json)
    }

    @Test func `the query excludes the fragment`() {
        let query = entry().json["request"]?["queryString"]
        #expect(query == [["name": "q", "value": "a"], ["name": "b", "value": ""]])
    }

    @Test func `absent phases are -1, and connect includes TLS`() {
        let timings = entry().json["timings"]
        #expect(timings?["dns"] == .integer(-1) && timings?["ssl"] == 2.json && timings?["wait"] == 1.5.json)
        #expect(entry().timings.total == 6_500_000)
    }

    @Test func `send, wait and receive are always present`() {
        var entry = entry()
        entry.timings = ArchiveTimings()
        let timings = entry.json["timings"]
        for phase in ["send", "wait", "receive"] { #expect(timings?[phase] == 0.json) }
        for phase in ["blocked", "dns", "connect", "ssl"] { #expect(timings?[phase] == .integer(-1)) }
    }

    @Test func `entries between the frame's parts form an archive`() throws {
        let line = entry().json.line
        let text =
            ArchiveFrame.opening(comment: "two") + line + ArchiveFrame.separator + line + ArchiveFrame.closing
        #expect(try HTTPArchive(parsing: Array(text.utf8)).entries == [entry(), entry()])
        let empty =
            ArchiveFrame.opening(comment: "none", began: 1_772_357_400_000_000_000) + ArchiveFrame.closing
        #expect(try JSONValue(parsing: Array(empty.utf8))["log"]?["pages"]?.elements.count == 1)
        #expect(try HTTPArchive(parsing: Array(empty.utf8)).entries.isEmpty)
    }
}
