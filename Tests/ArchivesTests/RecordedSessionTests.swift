import Testing

@testable import Archives

struct RecordedSessionTests {
    private func entry(_ method: String, _ url: String, _ status: Int) -> ArchiveEntry {
        ArchiveEntry(
            started: 0,
            request: ArchiveRequest(method: method, url: url),
            response: ArchiveResponse(status: status)
        )
    }

    @Test func `returns responses in order and repeats the last`() {
        var session = RecordedSession(
            HTTPArchive(entries: [
                entry("GET", "http://a.test/", 200), entry("GET", "http://a.test/#there", 304),
                entry("POST", "http://a.test/", 201),
            ])
        )
        let statuses = (0..<3).map { _ in session.response(to: "GET", "http://a.test/")?.status }
        #expect(statuses == [200, 304, 304])
        #expect(session.response(to: "POST", "http://a.test/")?.status == 201)
        #expect(session.response(to: "HEAD", "http://a.test/") == nil)
        #expect(session.count == 3)
    }

    @Test func `ignores tunnels and requests without a response`() {
        var session = RecordedSession(
            HTTPArchive(entries: [
                entry("CONNECT", "https://a.test/", 200), entry("GET", "http://a.test/", 0),
            ])
        )
        #expect(session.count == 0)
        #expect(session.response(to: "GET", "http://a.test/") == nil)
    }
}
