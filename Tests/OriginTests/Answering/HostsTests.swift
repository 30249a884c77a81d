import HTTP
import Images
import LinuxIO
import ScenarioFormat
import Serving
import Testing

@testable import Origin

@Suite struct HostsTests {
    private static let scenario = """
        netlab: 1
        link: { profile: dsl }
        origin: { files: { a: { text: own } } }
        origins:
          images.example.com: { etag: none, files: { a: { text: image, status: [503, 200] } } }
          api.example.com: { files: { a: { text: list } } }
        steps: [ { name: all, fetch: all } ]
        """

    private func responder() throws -> OriginResponder {
        let set = try ScenarioLoader.load(text: Array(Self.scenario.utf8), file: "x.yaml")
        return try OriginResponder(OriginConfiguration(set.variants[0].scenario), drawing: LibraryDrawing())
    }

    private func ask(_ responder: OriginResponder, _ target: String, host: String) throws -> ServedResponse {
        let client = try #require(SocketAddress("127.0.0.1", port: 9))
        let head = HTTPRequestHead(method: "GET", target: target, fields: ["Host": host])
        return try responder.respond(to: ServedRequest(head: head, client: client)).response()
    }

    @Test(arguments: [
        ("/a", "origin.netlab.test", "own"), ("/a", "api.example.com", "list"),
        ("/a", "API.example.com:80", "list"),
        ("/a", "elsewhere.test", "own"), ("http://api.example.com/a", "origin.netlab.test", "list"),
        ("/b", "api.example.com", "no such file"), ("/fixture/jpeg/400", "api.example.com", ""),
    ])
    func `each host has its own files`(_ target: String, _ host: String, _ text: String) throws {
        let response = try ask(responder(), target, host: host)
        if !text.isEmpty { #expect(response.text.hasPrefix(text)) }
        #expect(response.head.status == (target == "/b" ? 404 : 200))
    }

    @Test func `numbered requests are counted per host`() throws {
        let responder = try responder()
        let statuses = try ["api.example.com", "images.example.com", "images.example.com"].map {
            try ask(responder, "/a", host: $0).head.status
        }
        #expect(statuses == [200, 503, 200])
    }

    @Test func `a change applies to one host's file, and unknown files are rejected`() throws {
        let responder = try responder()
        try responder.sites.change(["api.example.com/a"])
        #expect(try ask(responder, "/a", host: "api.example.com").text == "list\n")
        #expect(try ask(responder, "/a", host: "o").text == "own")
        let unknown = OriginError.unknownFile(
            "api.example.com/b",
            known: ["a", "api.example.com/a", "images.example.com/a"]
        )
        #expect(throws: unknown) { try responder.sites.change(["a", "api.example.com/b"]) }
        #expect(try ask(responder, "/a", host: "o").text == "own")
    }
}
