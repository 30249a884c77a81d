import Logs
import Testing
import Wire

@testable import BenchControl

struct UnmatchedRequestTests {
    private static func request(_ target: String, _ status: Int = 404) -> UnmatchedRequest? {
        let entry = OriginLogEntry(
            clientPort: 1,
            order: 0,
            method: "GET",
            target: target,
            status: status,
            ifNoneMatch: nil,
            headerBytes: 0,
            bodyBytes: 0,
            accepted: .zero,
            requestFirstByte: .zero,
            requestLastByte: .zero,
            responseFirstByte: nil,
            responseLastByte: nil
        )
        return UnmatchedRequest(entry, files: ["feed.json", "images/cat.jpg", "gone.txt"])
    }

    @Test(arguments: [
        ("/fed.json", "fed.json", "feed.json"), ("/images/cat.jpeg?w=3", "images/cat.jpeg", "images/cat.jpg"),
        ("/feed%2Ejsn", "feed.jsn", "feed.json"), ("/", "", nil), ("/favicon.ico", "favicon.ico", nil),
    ])
    func `suggests the most likely path for an unmatched request`(
        target: String,
        path: String,
        nearest: String?
    ) {
        let request = Self.request(target)
        #expect(request?.path == path)
        #expect(request?.nearest == nearest)
    }

    @Test func `a file that answers 404 is matched, and so are other statuses`() {
        #expect(Self.request("/gone.txt") == nil)
        #expect(Self.request("/fixture/jpeg/3000", 200) == nil)
    }
}
