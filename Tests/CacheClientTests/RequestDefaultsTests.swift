import Synchronization
import Testing

@testable import CacheClient

/// Defaults for all of a client's loads.
@Suite(.timeLimit(.minutes(1)))
struct RequestDefaultsTests {
    private func bench(
        _ configuration: Configuration = Configuration(revalidate: .never),
        reply: @escaping @Sendable (TinyServer.Seen) -> TinyServer.Reply? = { _ in nil },
        _ say: (inout RequestDefaults) -> Void
    ) throws -> ClientBench {
        var defaults = RequestDefaults()
        say(&defaults)
        return try ClientBench(configuration, defaults: defaults, reply: reply)
    }

    @Test func `default options apply in addition to the request's own`() async throws {
        let bench = try bench { $0.options = .memoryOnly }
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        #expect(bench.temporary.names.isEmpty)
        #expect(await bench.load("/a").source == .memory)
    }

    @Test func `default headers are sent, overridden by the request's own`() async throws {
        let bench = try bench { $0.headers = ["X-One": "default", "X-Two": "default"] }
        defer { bench.stop() }
        var request = bench.request("/a")
        request.headers = ["x-two": "own"]
        _ = await bench.load(request)
        let seen = try #require(bench.server.seen.first)
        #expect(seen.field("x-one") == "default")
        #expect(seen.field("x-two") == "own")
    }

    @Test func `the default retry applies unless the request has its own`() async throws {
        let bench = try bench(reply: { _ in .answer(503, body: [1]) }) {
            $0.retry = .delay(times: 2, .fixed(.zero))
        }
        defer { bench.stop() }
        #expect(await bench.load("/a").error?.word == .status)
        #expect(bench.server.seen.count == 3)
        var request = bench.request("/b")
        request.retry = .none
        _ = await bench.load(request)
        #expect(bench.server.seen.count == 4)
    }

    @Test func `lifetimes missing from a request come from the defaults`() {
        var defaults = RequestDefaults()
        defaults.memory = CacheRetention(.after(.seconds(9)), onAccess: .anew)
        defaults.disk = CacheRetention(.never)
        var request = ImageRequest(url: "http://a.test/")
        request.memory = CacheRetention(onAccess: CacheRetention.Extension.none)
        request.disk = CacheRetention(.expired)
        let completed = defaults.completing(request)
        #expect(
            completed.memory == CacheRetention(.after(.seconds(9)), onAccess: CacheRetention.Extension.none)
        )
        #expect(completed.disk == CacheRetention(.expired))
    }

    @Test func `a request's own modifier replaces the default`()
        async throws
    {
        let bench = try bench {
            $0.modifier = RequestModifier { outgoing in
                var outgoing = outgoing
                outgoing[header: "X-Who"] = "default"
                return outgoing
            }
        }
        defer { bench.stop() }
        _ = await bench.load("/a")
        var request = bench.request("/b")
        request.modifier = RequestModifier { $0 }
        _ = await bench.load(request)
        #expect(bench.server.seen.map { $0.field("x-who") } == ["default", nil])
    }

    @Test func `a cache lookup ignores a default forceRefresh and fetches nothing`() async throws {
        let bench = try bench { $0.options = .forceRefresh }
        defer { bench.stop() }
        let first = await bench.load("/a")
        #expect(first.source == .network)
        #expect(await bench.client.cached(bench.request("/a"))?.source == .memory)
        #expect(await bench.load("/a").source == .network)
        #expect(bench.server.seen.count == 2)
    }

    @Test func `defaults apply to pictures and prefetching`() async throws {
        let bench = try bench { $0.headers = ["X-One": "default"] }
        defer { bench.stop() }
        bench.set("/a", .init(body: try PictureBench.image()))
        let pipeline = try PicturePipeline(bench.client)
        defer { pipeline.shutdown() }
        _ = try await pipeline.picture(PictureRequest(url: bench.server.url + "/a"))
        let ended = AsyncStream<Void>.makeStream()
        let ahead = Prefetcher(
            bench.client,
            [bench.request("/b")],
            completion: { _ in ended.continuation.yield() }
        )
        ahead.start()
        _ = await ended.stream.first { _ in true }
        #expect(bench.server.seen.map { $0.field("x-one") } == ["default", "default"])
    }
}
