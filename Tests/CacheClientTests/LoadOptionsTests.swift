import Dispatch
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadOptionsTests {
    private func bench(
        _ policy: Configuration.Policy = .both,
        _ revalidate: Configuration.Revalidation = .never
    ) throws -> ClientBench {
        try ClientBench(Configuration(policy: policy, revalidate: revalidate))
    }

    @Test(arguments: Configuration.Revalidation.allCases)
    func `forceRefresh skips the caches, sends no condition and stores the response`(
        revalidate: Configuration.Revalidation
    ) async throws {
        let bench = try bench(.both, revalidate)
        defer { bench.stop() }
        _ = await bench.load("/a")
        bench.set("/a", .init(etag: "\"2\"", body: [9], headers: ["Cache-Control: max-age=6000"]))
        let fresh = await bench.load(bench.request("/a", .forceRefresh))
        #expect(fresh.source == .network)
        #expect(fresh.bytes == [9])
        #expect(bench.conditions("/a") == [nil, nil])
        #expect(await bench.load(bench.request("/a", .onlyFromCache)).bytes == [9])
        bench.client.forget(.memory)
        #expect(await bench.load(bench.request("/a", .onlyFromCache)).bytes == [9])
    }

    @Test func `fromMemoryCacheOrRefresh takes a hit from memory`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = await bench.load("/a")
        #expect(await bench.load(bench.request("/a", .fromMemoryCacheOrRefresh)).source == .memory)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `fromMemoryCacheOrRefresh skips the disk and asks the origin`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = await bench.load("/a")
        bench.client.forget(.memory)
        let refreshed = await bench.load(bench.request("/a", .fromMemoryCacheOrRefresh))
        #expect(refreshed.source == .network)
        #expect(bench.conditions("/a") == [nil, nil])
        #expect(await bench.load("/a").source == .memory)
    }

    @Test func `onlyFromCache never asks the origin and fails with notCached on a miss`()
        async throws
    {
        let bench = try bench(.both, .always)
        defer { bench.stop() }
        let request = bench.request("/a", .onlyFromCache)
        let miss = await bench.load(request)
        #expect(miss.error == FetchError(.notCached, "\(bench.server.url)/a is not in a cache"))
        #expect(miss.source == .none)
        #expect(bench.server.seen.isEmpty)
        _ = await bench.load("/a")
        #expect(await bench.load(request).source == .memory)
        bench.client.forget(.memory)
        #expect(await bench.load(request).source == .disk)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a cache lookup that misses returns nil`() async throws {
        let bench = try bench(.both, .always)
        defer { bench.stop() }
        let request = bench.request("/a", .forceRefresh)
        #expect(await bench.client.cached(request) == nil)
        _ = await bench.load("/a")
        #expect(await bench.client.cached(request)?.tier == .memory)
        bench.client.forget(.memory)
        #expect(await bench.client.cached(request)?.tier == .disk)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `memoryOnly writes nothing to disk and removes an older entry there`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        for round in 0..<2 {
            #expect(await bench.load(bench.request("/a", [.memoryOnly, .forceRefresh])).source == .network)
            bench.client.flush()
            #expect(bench.temporary.names.isEmpty, "\(round)")
            #expect(await bench.load("/a").source == .memory)
            bench.client.forget(.memory)
            _ = await bench.load("/a")
        }
    }

    @Test func `waitForCache calls back after the disk write`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let counts = Mutex<[Int]>([])
        for number in 0..<20 {
            await withCheckedContinuation { continuation in
                bench.client.load(bench.request("/\(number)", .waitForCache)) { _ in
                    counts.withLock { $0.append(bench.temporary.names.count) }
                    continuation.resume()
                }
            }
        }
        #expect(counts.withLock { $0 } == Array(1...20))
    }

    @Test func `without waitForCache a slow disk does not delay the response`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let gate = DispatchSemaphore(value: 0)
        bench.client.cache.disk.queue.submit(first: true) { gate.wait() }
        #expect(await bench.load(bench.request("/a", .forceRefresh)).source == .network)
        #expect(bench.temporary.names.isEmpty)
        async let waiting = bench.load(bench.request("/b", [.forceRefresh, .waitForCache]))
        #expect(try await Waiting.inTask { bench.client.cache.memory.count == 2 })
        #expect(bench.client.open.all.count == 1)
        gate.signal()
        #expect(await waiting.source == .network)
        #expect(bench.temporary.names.count == 2)
    }

    @Test func `an image promoted from disk stays in memory for the request's lifetime`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        var request = bench.request("/a")
        _ = await bench.load(request)
        bench.client.flush()
        bench.client.forget(.memory)
        request.memory = CacheRetention(.after(.seconds(10_000)))
        #expect(await bench.load(request).source == .disk)
        bench.calendar.advance(by: 9_000_000_000_000)
        #expect(await bench.load("/a").source == .memory)
        bench.calendar.advance(by: 1_000_000_000_000)
        #expect(await bench.load("/a").source == .disk)
    }

    @Test func `each cache applies the lifetime that the request gives it`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        var request = bench.request("/a")
        request.memory = CacheRetention(.after(.seconds(10_000)))
        request.disk = CacheRetention(.days(3))
        _ = await bench.load(request)
        bench.calendar.advance(by: 9_000_000_000_000)
        #expect(await bench.load(request).source == .memory)
        bench.calendar.advance(by: 1_000_000_000_000)
        #expect(await bench.load(request).source == .disk)
        bench.calendar.advance(by: 4 * 86_400_000_000_000)
        #expect(await bench.load(request).source == .network)
    }

    @Test func `an image with an expired lifetime is not stored`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        var request = bench.request("/a")
        request.memory = CacheRetention(.expired)
        request.disk = CacheRetention(.expired)
        for _ in 0..<2 { #expect(await bench.load(request).source == .network) }
    }

    @Test func `a hit extends the lifetime only if the request says so`() async throws {
        let bench = try bench(.memory)
        defer { bench.stop() }
        var plain = bench.request("/a")
        plain.memory = CacheRetention(.after(.seconds(10_000)), onAccess: CacheRetention.Extension.none)
        var extending = plain
        extending.memory.onAccess = .anew
        _ = await bench.load(plain)
        for _ in 0..<3 {
            bench.calendar.advance(by: 9_000_000_000_000)
            #expect(await bench.load(extending).source == .memory)
        }
        extending.memory.onAccess = .to(.after(.seconds(100_000)))
        #expect(await bench.load(extending).source == .memory)
        bench.calendar.advance(by: 99_000_000_000_000)
        #expect(await bench.load(plain).source == .memory)
        bench.calendar.advance(by: 1_000_000_000_000)
        #expect(await bench.load(plain).source == .network)
    }

    @Test func `hits, misses and failures are delivered on the requested queue`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let key = DispatchSpecificKey<Int>()
        let queue = DispatchQueue(label: "answers")
        queue.setSpecific(key: key, value: 7)
        for (path, options) in [
            ("/a", LoadOptions()), ("/a", []), ("/a", .forceRefresh), ("/b", .onlyFromCache),
        ] {
            var request = bench.request(path, options)
            request.executor = .queue(queue)
            let place = await withCheckedContinuation { continuation in
                bench.client.load(request) { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key))
                }
            }
            #expect(place == 7)
        }
        var made = ImageRequest(ImageProvider(cacheKey: "made") { [1] })
        made.executor = .queue(queue)
        let place = await withCheckedContinuation { continuation in
            bench.client.load(made) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        #expect(place == 7)
    }

    @Test func `sends the request's header fields and rejects invalid ones`() async throws {
        let bench = try bench(.none)
        defer { bench.stop() }
        var request = bench.request("/a")
        request.headers = ["Authorization": "Bearer x", "Accept": "image/webp", "X-Empty": ""]
        _ = await bench.load(request)
        let seen = try #require(bench.server.seen.first)
        #expect(seen.field("authorization") == "Bearer x")
        #expect(seen.field("accept") == "image/webp")
        #expect(seen.field("x-empty") == "")
        for (name, value) in [("X", "a\r\nEvil: 1"), ("X Y", "a"), ("", "a"), ("X", "a\u{0}")] {
            request.headers = [name: value]
            #expect(await bench.load(request).error?.word == .badRequest, "\(name)")
        }
        #expect(bench.server.seen.count == 1)
    }

    @Test func `diskOnly never stores an image in memory`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        #expect(await bench.load(bench.request("/a", .diskOnly)).source == .network)
        bench.client.flush()
        #expect(bench.client.cache.memory.count == 0)
        #expect(await bench.load(bench.request("/a", .diskOnly)).source == .disk)
        #expect(bench.client.cache.memory.count == 0)
        #expect(await bench.load(bench.request("/a")).source == .disk)
        #expect(await bench.load(bench.request("/a", .diskOnly)).source == .memory)
    }

    @Test func `changing a copy of a request does not affect the original`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let request = bench.request("/a")
        var changed = request
        changed.options = .forceRefresh
        changed.headers = ["A": "b"]
        changed.alternatives = [.url("x")]
        #expect(request.options == [])
        #expect(request.headers.isEmpty)
        #expect(request.alternatives.isEmpty)
    }
}
