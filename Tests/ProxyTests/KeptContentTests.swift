import Archives
import Forwarding
import Foundation
import HTTP
import Serving
import TestSupport
import Testing

@testable import Proxy

/// Bodies that the proxy keeps for its observer, and those that it answers with from a session.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct KeptContentTests {
    @Test(arguments: [["http/1.1"], ["h2"]])
    func `bodies of both directions are kept up to the length limit`(
        _ protocols: [String]
    ) throws {
        let bench = try ProxyBench(protocols) { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.keptBodyBytes = 1000
        } answer: { request in
            .now(.text(200, String(repeating: "r", count: request.head.target == "/long" ? 1001 : 1000)))
        }
        let output = try bench.curl("-d", "question", "\(bench.secure)/short", "\(bench.secure)/long")
        #expect(output.status == 0, "\(output.errors)")
        let facts = bench.exchanges(3).compactMap(\.server)
        #expect(facts.map { $0.requestContent?.bytes } == [Array("question".utf8), Array("question".utf8)])
        #expect(facts.map { $0.responseContent?.bytes.count } == [1000, 0])
        #expect(facts.map { $0.responseContent?.isWhole } == [true, false])
    }

    @Test func `the total memory for bodies is released when exchanges end`() throws {
        let keeping = try #require(ContentKeeping(longest: 40 << 20))
        let piece = [UInt8](repeating: 1, count: 40 << 20)
        var first = KeptContent()
        keeping.add(piece[...], to: &first)
        var second = KeptContent()
        keeping.add(piece[...], to: &second)
        #expect(first.isWhole && !second.isWhole)
        keeping.release(first.bytes.count)
        var third = KeptContent()
        keeping.add(piece[...], to: &third)
        #expect(third.isWhole)
    }

    @Test func `a recorded session answers in place of the servers`() throws {
        var response = ArchiveResponse(status: 203)
        response.fields = [
            HTTPField(name: "Content-Encoding", value: "br"), HTTPField(name: "Content-Length", value: "3"),
            HTTPField(name: "X-Kept", value: "yes"), HTTPField(name: "Transfer-Encoding", value: "chunked"),
        ]
        response.content = Array("recorded".utf8)
        var lost = ArchiveResponse(status: 200)
        lost.bodyBytes = 9
        let entries = [
            ("http://a.test/", response), ("https://b.test/", response), ("http://a.test/lost", lost),
        ]
        .map {
            ArchiveEntry(started: 0, request: ArchiveRequest(method: "GET", url: $0), response: $1)
        }
        let bench = try ProxyBench { settings in
            settings.recorded = RecordedSession(HTTPArchive(entries: entries))
        }
        for url in ["http://a.test/", "https://b.test/"] {
            let output = try bench.curl("-i", "--http1.1", url, "--suppress-connect-headers")
            #expect(output.output.hasPrefix("HTTP/1.1 203 "), "\(output.errors)")
            #expect(output.output.contains("X-Kept: yes") && output.output.contains("Content-Length: 8"))
            #expect(!output.output.contains("Encoding") && output.output.hasSuffix("\r\n\r\nrecorded"))
        }
        for path in ["lost", "other"] {
            #expect(try bench.curl("http://a.test/\(path)", "-w", "%{http_code}").output.hasSuffix("504"))
        }
        #expect(bench.exchanges(5).map(\.url).suffix(2) == ["http://a.test/lost", "http://a.test/other"])
    }
}
