import Foundation
import JSON
import LinkModel
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
            BenchRegistry(.stream, by: authority, drawing: nil)
        }
        try server.start()
        return server
    }

    private static func ask(
        _ url: String,
        _ method: String = "GET",
        _ content: String = ""
    ) throws -> (status: String, document: JSONValue?) {
        let (text, status) = try answer(url, ["-X", method, "--data-binary", content])
        return (status, try? JSONValue(parsing: Array(text.utf8)))
    }

    private static func answer(_ url: String, _ more: [String] = []) throws -> (text: String, status: String)
    {
        let words = ["-s", "-w", "\n%{http_code}"] + more + [url]
        let lines = try Program("/usr/bin/curl", words).run().output.split(separator: "\n")
        return (lines.dropLast().joined(separator: "\n"), lines.last.map(String.init) ?? "")
    }

    @Test func `a bench is created, shown, changed and deleted over HTTP`() throws {
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

    @Test func `refuses a date more than a hundred years ahead, in one step or several`() throws {
        let server = try Self.server()
        defer { server.stop() }
        _ = try Self.ask("\(server.url)/benches", "POST")
        func advance(_ days: Int) throws -> String {
            try Self.ask("\(server.url)/benches/1/advance?by=\(days)d", "POST").status
        }
        #expect(try advance(36_501) == "422" && advance(106_751) == "422")
        #expect(try advance(36_000) == "200" && advance(500) == "200")
        #expect(try advance(1) == "422")
        #expect(try Self.ask("\(server.url)/benches/1").status == "200")
    }

    @Test func `an order has at most 16 MiB`() throws {
        let server = try Self.server()
        defer { server.stop() }
        let folder = try ScratchFolder()
        for (size, status) in [(16 << 20, "422"), (16 << 20 + 1, "413")] {
            try folder.write("order", String(repeating: "#", count: size))
            let words = ["--data-binary", "@\(folder.file("order"))", "-H", "Expect:"]
            #expect(try Self.answer("\(server.url)/benches", words).status == status)
        }
    }

    @Test func `without an image renderer, ordered images are refused and nothing is rendered on request`()
        throws
    {
        let server = try Self.server()
        defer { server.stop() }
        let order = "origin: { files: { a.txt: { text: a }, tom.jpg: { image: jpeg, size: 3 kB } } }"
        let refused = try Self.ask("\(server.url)/benches", "POST", order)
        #expect(refused.status == "503")
        #expect(refused.document?["error"]?.text?.hasPrefix("the image tom.jpg cannot be made") == true)
        #expect(refused.document?["advice"]?.text?.contains("TestBenchImages") == true)
        #expect(try Self.ask(server.url).document?["benches"]?.elements.isEmpty == true)
        let made = try Self.ask("\(server.url)/benches", "POST")
        let url = try #require(made.document?["url"]?.text)
        let (asked, status) = try Self.answer("\(url)/fixture/jpeg/3000")
        #expect(status == "404" && asked.contains("no images are made on request"))
        let told = try Self.ask("\(server.url)/benches/1").document
        #expect(told?["unmatched"]?.elements.map { $0["path"]?.text } == ["fixture/jpeg/3000"])
    }

    @Test func `an invalid order is answered with its position, and a wrong URL with 403`() throws {
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
