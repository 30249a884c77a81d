import HTTP
import Images
import LinuxIO
import ScenarioFormat
import Serving
import Testing

@testable import Origin

/// Prepared answers: repeated requests get the same response as without them.
@Suite struct ReadyAnswerTests {
    private static let made = "image: jpeg, size: 10 kB"

    private func bench(_ keys: String) throws -> AnsweringBench {
        try AnsweringBench("files: { a.jpg: { \(Self.made), \(keys) } }")
    }

    @Test(arguments: [
        "delay: 5 ms", "rate: 1 Mbit/s", "cacheControl: max-age=60", "headers: { X: y }",
        "pieces: { size: 4 kB, pause: 20 ms }", "cookies: { a: b }", "etag: none",
    ])
    func `a constant response is prepared once and equals the computed one`(keys: String) throws {
        let bench = try bench(keys)
        #expect(try !bench.isReady("/a.jpg"))
        var first = try bench.ask("/a.jpg")
        #expect(try bench.isReady("/a.jpg"))
        var second = try bench.ask("/a.jpg")
        (first.date, second.date) = (nil, nil)
        #expect(first == second)
        guard let tag = first.head.fields["ETag"] else { return }
        var unchanged = try bench.ask("/a.jpg", ["If-None-Match": "\"x\", \(tag)"])
        var ready = try bench.ask("/a.jpg", ["If-None-Match": tag])
        (unchanged.date, ready.date) = (nil, nil)
        #expect(ready.head.status == 304 && ready == unchanged)
        #expect(try bench.ask("/a.jpg", ["Range": "bytes=1-2"]).head.status == 206)
    }

    @Test(arguments: [
        "delay: { from: 1 ms, to: 2 ms }", "status: [503, 200]", "redirect: /b", "expires: 1 h",
        "auth: { bearer: t }", "length: chunked", "fault: { kind: truncate, first: 2 }",
    ])
    func `responses that depend on time, request number or client are computed each time`(keys: String) throws
    {
        let bench = try bench(keys)
        for _ in 0..<2 { _ = try bench.ask("/a.jpg") }
        #expect(try !bench.isReady("/a.jpg"))
    }

    @Test func `a changed file gets a new response`() throws {
        let bench = try bench("delay: 0 ms")
        let first = try bench.ask("/a.jpg")
        let tag = try #require(first.head.fields["ETag"])
        #expect(try bench.ask("/a.jpg", ["If-None-Match": tag]).head.status == 304)
        try bench.change("a.jpg")
        let second = try bench.ask("/a.jpg", ["If-None-Match": tag])
        #expect(second.head.status == 200 && second.bytes != first.bytes)
        #expect(second.head.fields["ETag"] != tag)
    }

    @Test(arguments: ["/fixture/jpeg/400", "/%66ixture/jpeg/400", "http://o/fixture/jpeg/400"])
    func `a generated image gives the same response from the cache`(target: String) throws {
        let bench = try bench("delay: 0 ms")
        var first = try bench.ask("/fixture/jpeg/400?")
        first.date = nil
        for _ in 0..<3 {
            var again = try bench.ask(target)
            again.date = nil
            #expect(again == first)
        }
        #expect(try bench.isReady(target))
        let tag = try #require(first.head.fields["ETag"])
        #expect(try bench.ask(target, ["If-None-Match": tag]).head.status == 304)
        #expect(try bench.ask(target, ["Range": "bytes=1-2"]).head.status == 206)
        #expect(try bench.ask(target, method: "OPTIONS").head.status == 204)
        #expect(try bench.ask(target + "?seed=1").bytes != first.bytes)
        #expect(try bench.ask(target + "?sead=1").head.status == 400)
    }

    @Test func `hosts with different settings have their own responses for the same image`() throws {
        let scenario = """
            netlab: 1
            link: { profile: dsl }
            origins:
              a.test: { etag: none, files: { x: { text: x } } }
              b.test: { files: { x: { text: x } } }
            steps: [ { name: all, fetch: all } ]
            """
        let set = try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml")
        let responder = try OriginResponder(
            OriginConfiguration(set.variants[0].scenario),
            drawing: LibraryDrawing()
        )
        let client = try #require(SocketAddress("127.0.0.1", port: 9))
        for host in ["a.test", "a.test", "b.test", "b.test", "a.test"] {
            let head = HTTPRequestHead(method: "GET", target: "/fixture/jpeg/400", fields: ["Host": host])
            let response = try responder.respond(to: ServedRequest(head: head, client: client)).response()
            #expect(response.head.status == 200 && response.head.fields.has("ETag") == (host == "b.test"))
        }
    }
}
