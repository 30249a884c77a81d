import Archives
import HTTP
import JSON
import Testing

@testable import LivePage

@Suite struct `Archived exchanges on a page` {
    private static let start: Int64 = 1_700_000_000_000_000_000

    private func entry(_ number: Int) -> ArchiveEntry {
        var request = ArchiveRequest(method: "GET", url: "https://a.test/\(number)")
        request.fields = [HTTPField(name: "Accept", value: "*/*")]
        var response = ArchiveResponse(status: 200)
        response.fields = [HTTPField(name: "Content-Encoding", value: "br")]
        response.mediaType = "image/png"
        response.bodyBytes = 1000
        response.content = [1, 2, 3]
        var entry = ArchiveEntry(
            started: Self.start + Int64(number) * 1_000_000,
            request: request,
            response: response
        )
        entry.timings.blocked = 10
        entry.timings.connect = 300
        entry.timings.secure = 200
        entry.timings.wait = 400
        entry.timings.receive = 8000
        entry.connection = "7"
        return entry
    }

    private func rows(_ exchanges: ArchivedExchanges, _ entries: [ArchiveEntry]) throws -> [JSONValue] {
        try exchanges.add(entries).map { try JSONValue(parsing: $0) }
    }

    @Test func `a browser's entry becomes a row with its phases`() throws {
        let rows = try rows(ArchivedExchanges(), [entry(0), entry(1)])
        #expect(rows.map { $0["number"]?.int } == [1, 2])
        #expect(rows.map { $0["requestFirstByteNs"]?.int } == [0, 1_000_000])
        let row = try #require(rows.first)
        // TLS is within the connection there, and beside it on the page.
        for (key, value) in [
            ("connectNs", 100), ("tlsNs", 200), ("latencyNs", 400), ("responseNs", 8000), ("blockedNs", 10),
            ("durationNs", 8710), ("serverLastByteNs", 8710), ("serverFirstByteNs", 710), ("status", 200),
            ("responseBitsPerSecond", 1_000_000_000),
        ] { #expect(row[key]?.int == value, "\(key)") }
        for (key, value) in [
            ("url", "https://a.test/0"), ("contentType", "image/png"), ("contentEncoding", "br"),
            ("client", "7"), ("at", "2023-11-14T22:13:20.000000000Z"),
        ] { #expect(row[key]?.text?.prefix(20) == value.prefix(20), "\(key)") }
        #expect(row["heldNs"]?.int == nil && row["nameNs"]?.int == nil)
    }

    @Test func `netlab's own entry adds details that the format lacks`() throws {
        var entry = entry(0)
        entry.details = [
            "kind": "intercepted", "client": "10.0.0.1:5", "failure": "x", "tlsVersion": "TLS 1.3",
            "messages": "websocket", "messagesSent": .integer(2), "messageBytesSent": .integer(10),
            "messagesReceived": .integer(1),
            "messageBytesReceived": .integer(5),
        ]
        let row = try #require(try rows(ArchivedExchanges(), [entry]).first)
        #expect(row["kind"]?.text == "intercepted" && row["client"]?.text == "10.0.0.1:5")
        #expect(row["failure"]?.text == "x" && row["tlsVersion"]?.text == "TLS 1.3")
        #expect(row["messages"]?.text == "websocket")
        #expect(row["messagesSent"]?.int == 2 && row["messageBytesSent"]?.int == 10)
        #expect(row["messagesReceived"]?.int == 1 && row["messageBytesReceived"]?.int == 5)
        // Netlab waits for people alone.
        #expect(row["heldNs"]?.int == 10 && row["blockedNs"]?.int == nil)
    }

    @Test func `an entry without times, response or fields is still a row`() throws {
        let bare = ArchiveEntry(
            started: nil,
            request: ArchiveRequest(method: "GET", url: ""),
            response: ArchiveResponse(status: 0)
        )
        let row = try #require(try rows(ArchivedExchanges(), [bare]).first)
        #expect(row["status"] == .null && row["at"] == .null && row["durationNs"]?.int == 0)
    }

    @Test func `details omit the contents, which are served separately`() throws {
        let exchanges = ArchivedExchanges()
        _ = exchanges.add([entry(0)])
        let document = try JSONValue(parsing: try #require(exchanges.exchange(1)))
        #expect(document["response"]?["content"]?["text"] == nil)
        #expect(document["request"]?["headers"]?.elements.count == 1)
        #expect(exchanges.content(1, .response) == PageContent([1, 2, 3], mediaType: "image/png"))
        #expect(exchanges.content(1, .request) == nil)
        for number in [0, 2, -1] {
            #expect(exchanges.exchange(number) == nil && exchanges.content(number, .response) == nil)
        }
        let archive = try HTTPArchive(parsing: exchanges.archive([1, 9]))
        #expect(archive.entries.map(\.request.url) == ["https://a.test/0"])
    }

    @Test func `the newest exchanges are kept under their numbers`() throws {
        let exchanges = ArchivedExchanges()
        // A page shows no more of one archive than it keeps.
        #expect(exchanges.add((0..<LiveFeed.most + 5).map(entry)).count == LiveFeed.most)
        for start in stride(from: 0, to: LiveFeed.most, by: 1000) {
            _ = exchanges.add((start..<start + 1000).map(entry))
        }
        let last = 2 * LiveFeed.most + 5
        #expect(exchanges.exchange(last) != nil && exchanges.exchange(last + 1) == nil)
        #expect(exchanges.exchange(1) == nil)
        let kept = try HTTPArchive(parsing: exchanges.archive(nil)).entries.count
        #expect((LiveFeed.most...2 * LiveFeed.most).contains(kept))
    }
}
