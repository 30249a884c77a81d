import LinuxIO
import Logs
import Synchronization
import TestSupport
import Testing
import Wire

@testable import CacheClient

/// The client under the origin's rules: `revalidate: http`.
@Suite(.timeLimit(.minutes(1)))
struct HTTPValidationTests {
    private static let second: Nanoseconds = 1_000_000_000

    private func bench(_ policy: Configuration.Policy = .both, stale: Bool = true) throws -> ClientBench {
        try ClientBench(
            Configuration(
                policy: policy,
                revalidate: .http,
                memory: CacheLimits(),
                disk: CacheLimits(),
                usesStaleOnError: stale
            )
        )
    }

    @Test(arguments: [Configuration.Policy.memory, .disk])
    func `fresh images are reused, stale ones revalidated, and a 304 renews freshness`(
        policy: Configuration.Policy
    ) async throws {
        let bench = try bench(policy)
        defer { bench.stop() }
        let tier: ImageResponse.Source = policy == .memory ? .memory : .disk
        bench.set("/a", .init(headers: ["Cache-Control: max-age=6000"]))
        #expect(await bench.load("/a").source == .network)
        for _ in 0..<2 {
            bench.calendar.advance(by: 5000 * Self.second)
            #expect(await bench.load("/a").source == tier)
            bench.calendar.advance(by: 1500 * Self.second)
            #expect(await bench.load("/a").source == .revalidated)
            #expect(await bench.load("/a").source == tier)
        }
        #expect(bench.conditions("/a") == [nil, "\"1\"", "\"1\""])
    }

    @Test func `a 304 updates the freshness lifetime in both caches`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(headers: ["Cache-Control: max-age=1"]))
        _ = await bench.load("/a")
        bench.set("/a", .init(headers: ["Cache-Control: max-age=10000"]))
        bench.calendar.advance(by: 10 * Self.second)
        #expect(await bench.load("/a").source == .revalidated)
        bench.calendar.advance(by: 9000 * Self.second)
        #expect(await bench.load("/a").source == .memory)
        bench.client.forget(.memory)
        #expect(await bench.load("/a").source == .disk)
    }

    @Test(arguments: Configuration.Revalidation.allCases.filter { $0 != .never })
    func `Last-Modified is the validator when there is no ETag`(
        revalidate: Configuration.Revalidation
    ) async throws {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: revalidate))
        defer { bench.stop() }
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        bench.set("/a", .init(etag: nil, headers: ["Cache-Control: max-age=0"], lastModified: date))
        #expect(await bench.load("/a").source == .network)
        #expect(await bench.load("/a").source == .revalidated)
        #expect(bench.server.seen.map { $0.field("if-modified-since") } == [nil, date])
        #expect(bench.server.seen.map { $0.field("if-none-match") } == [nil, nil])
    }

    @Test func `a no-store response is not stored and removes the stored entry`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(headers: ["Cache-Control: max-age=0"]))
        _ = await bench.load("/a")
        bench.set("/a", .init(etag: "\"2\"", headers: ["Cache-Control: no-store"]))
        for _ in 0..<2 { #expect(await bench.load("/a").source == .network) }
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.conditions("/a") == [nil, "\"1\"", nil])
    }

    @Test func `a stale image within stale-while-revalidate is served and refreshed once in the background`()
        async throws
    {
        let bench = try bench(.memory)
        defer { bench.stop() }
        let grace = ["Cache-Control: max-age=600, stale-while-revalidate=6000"]
        bench.set("/a", .init(headers: grace))
        _ = await bench.load("/a")
        bench.set("/a", .init(etag: "\"2\"", body: [9], headers: grace))
        bench.calendar.advance(by: 1000 * Self.second)
        let stale = await bench.load("/a", transfer: 5)
        #expect(stale.source == .memory)
        #expect(stale.bytes == [1, 2, 3])
        #expect(stale.exchange == nil)
        #expect(try await Waiting.inTask { !bench.client.pipeline.isRefreshing })
        let fresh = await bench.load("/a")
        #expect(fresh.source == .memory)
        #expect(fresh.bytes == [9])
        #expect(bench.conditions("/a") == [nil, "\"1\""])
        // The timing log contains only loads that a caller requested.
        #expect(bench.events(5).map(\.kind) == [.start, .memoryHit, .done])
        #expect(bench.events(Load.background).isEmpty)
    }

    /// Other clients showed nothing at all, although they had the bytes.
    @Test
    func `stale images cover a 503 only within stale-if-error, an unreachable origin unless must-revalidate`()
        async throws
    {
        let bench = try bench(.memory)
        defer { bench.stop() }
        bench.set("/allowed", .init(headers: ["Cache-Control: max-age=1, stale-if-error=600"]))
        bench.set("/plain", .init(headers: ["Cache-Control: max-age=1"]))
        bench.set("/strict", .init(headers: ["Cache-Control: max-age=1, must-revalidate"]))
        let paths = ["/allowed", "/plain", "/strict"]
        for path in paths { _ = await bench.load(path) }
        bench.calendar.advance(by: 10 * Self.second)
        for path in paths { bench.set(path, .init(status: 503, body: [])) }
        for path in paths {
            let response = await bench.load(path)
            #expect((response.error == nil) == (path == "/allowed"), "\(path)")
            #expect((response.validationError ?? response.error)?.word == .status)
        }
        bench.server.stop()
        for path in paths {
            let response = await bench.load(path)
            #expect((response.error == nil) == (path != "/strict"), "\(path)")
        }
    }

    @Test func `with stale use disabled, only stale-if-error permits a stale image`() async throws {
        let bench = try bench(.memory, stale: false)
        defer { bench.stop() }
        bench.set("/allowed", .init(headers: ["Cache-Control: max-age=1, stale-if-error=600"]))
        bench.set("/plain", .init(headers: ["Cache-Control: max-age=1"]))
        for path in ["/allowed", "/plain"] { _ = await bench.load(path) }
        bench.calendar.advance(by: 10 * Self.second)
        bench.server.stop()
        #expect(await bench.load("/allowed").source == .memory)
        #expect(await bench.load("/plain").error?.word == .refused)
    }

    @Test func `a Vary mismatch is never a cache hit`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(headers: ["Cache-Control: max-age=6000", "Vary: Accept"]))
        var webp = bench.request("/a")
        webp.headers = ["Accept": "image/webp"]
        #expect(await bench.load(webp).source == .network)
        #expect(await bench.load(webp).source == .memory)
        bench.set(
            "/a",
            .init(etag: "\"png\"", body: [7], headers: ["Cache-Control: max-age=6000", "Vary: Accept"])
        )
        var png = bench.request("/a")
        png.headers = ["Accept": "image/png"]
        #expect(await bench.load(png).bytes == [7])
        // Its entity tag may turn out to match the other's too: then nothing is sent twice.
        #expect(bench.conditions("/a") == [nil, "\"1\""])
        bench.client.forget(.memory)
        #expect(await bench.load(png).source == .disk)
    }

    @Test func `a 304 with a different ETag triggers an unconditional request`() async throws {
        let server = try TinyServer { seen in
            seen.field("if-none-match") == nil
                ? .answer(200, headers: ["ETag: \"\(seen.order)\""], body: [UInt8(seen.order)])
                : .answer(304, headers: ["ETag: \"other\""])
        }
        defer { server.stop() }
        let client = try CachingClient(
            configuration: Configuration(policy: .memory, revalidate: .always).undisturbed
        )
        defer { client.shutdown() }
        #expect(try await client.load(ImageRequest(url: server.url)).bytes == [0])
        let second = try await client.load(ImageRequest(url: server.url))
        #expect(second.source == .network)
        #expect(second.bytes == [2])
    }

    /// Other clients kept a 404's page as the image, with its entity tag.
    @Test(arguments: [404, 500, 410, 302])
    func `an error status is not cached even if it says it is cacheable`(status: Int) async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(status: status, headers: ["Cache-Control: public, max-age=600"]))
        for _ in 0..<2 { #expect(await bench.load("/a").error?.word == .status) }
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.server.seen.count == 2)
    }

    /// Other clients confused entries whose addresses differ only in their slashes.
    @Test func `similar URLs have separate entries`() async throws {
        let bench = try bench(.disk)
        defer { bench.stop() }
        let paths = ["/a/b", "/a_b", "/a/b?c", "/a/b/", "/" + String(repeating: "x", count: 400)]
        for (number, path) in paths.enumerated() {
            bench.set(path, .init(body: [UInt8(number)], headers: ["Cache-Control: max-age=6000"]))
            _ = await bench.load(path)
        }
        for (number, path) in paths.enumerated() {
            let response = await bench.load(path)
            #expect(response.source == .disk)
            #expect(response.bytes == [UInt8(number)])
        }
        bench.client.flush()
        #expect(bench.temporary.names.count == paths.count)
    }

    /// Other clients answered every later load of an address with its first result, so a failure lasted for
    /// ever.
    @Test func `a failure is not remembered, and the next load asks again`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(status: 500, body: []))
        #expect(await bench.load("/a").error != nil)
        bench.set("/a", .init())
        #expect(await bench.load("/a").bytes == [1, 2, 3])
    }
}
