import Foundation
import JSON
import LinuxIO
import TLS
import TestSupport
import Testing

@testable import BenchControl

@Suite(.timeLimit(.minutes(1)))
struct ControlServerTests {
    private static func server() throws -> ControlServer {
        let authority = try CertificateAuthority(validity: .days(1, from: RunClock.wall() / 1_000_000_000))
        let server = try ControlServer(judging: { _ in ["late"] }) {
            BenchYard(.stream, by: authority, drawing: nil)
        }
        try server.start()
        return server
    }

    private static func ask(
        _ url: String,
        _ method: String = "GET",
        _ content: String = ""
    ) throws -> (status: String, document: JSONValue?) {
        let words = ["-s", "-X", method, "--data-binary", content, "-w", "\n%{http_code}", url]
        let lines = try Program("/usr/bin/curl", words).run().output.split(separator: "\n")
        let document = try? JSONValue(parsing: Array(lines.dropLast().joined(separator: "\n").utf8))
        return (lines.last.map(String.init) ?? "", document)
    }

    @Test func `a bench is made, told about, changed and ended by HTTP`() throws {
        let server = try Self.server()
        defer { server.stop() }
        let made = try Self.ask(
            "\(server.url)/benches",
            "POST",
            #"{"origin": {"files": {"a": {"text": "x"}}}}"#
        )
        #expect(made.status == "201")
        #expect(made.document?["schema"]?.text == "netlab.bench/1")
        let url = try #require(made.document?["url"]?.text)
        #expect(try Self.ask("\(url)/b").status == "404")
        let changed = try Self.ask("\(server.url)/benches/1/link", "PUT", "link: { profile: 3g }")
        #expect(changed.document?["profile"]?.text == "nlc/3g")
        #expect(changed.document?["unmatched"]?.elements.map { $0["path"]?.text } == ["b"])
        #expect(try Self.ask("\(server.url)/benches/1/advance?by=7d", "POST").status == "200")
        #expect(try Self.ask(server.url).document?["benches"]?.elements.map(\.int) == [1])
        let ended = try Self.ask("\(server.url)/benches/1", "DELETE")
        #expect(ended.document?["doubts"]?.elements.map(\.text) == ["late"])
        #expect(try Self.ask("\(server.url)/benches/1").status == "404")
    }

    @Test func `a wrong order is answered with its place, and who does not know the URL gets nothing`() throws
    {
        let server = try Self.server()
        defer { server.stop() }
        let wrong = try Self.ask("\(server.url)/benches", "POST", "link: { profil: 3g }")
        #expect(wrong.status == "422")
        #expect(wrong.document?["error"]?.text?.contains("order:1:9") == true)
        let root = try #require(server.url.range(of: "/", options: .backwards)).lowerBound
        #expect(try Self.ask("\(server.url[..<root])/benches", "POST").status == "403")
        #expect(try Self.ask("\(server.url)x/benches", "POST").status == "403")
        #expect(
            try Self.ask("\(server.url)/nothing").document?["advice"]?.text?.contains("POST /benches") == true
        )
    }
}
