import LinuxIO
import TestSupport
import Testing

@testable import CacheClient

/// When a cached picture is revalidated.
@Suite(.timeLimit(.minutes(1)))
struct PictureValidationTests {
    private let brightening = Brightening(amount: 7)

    private func conditions(_ bench: PictureBench) -> [String?] {
        bench.server.seen.map { $0.field("if-none-match") }
    }

    @Test func `a picture on disk is revalidated by its image's validator, and a 304 keeps it`()
        async throws
    {
        let bench = try PictureBench(Configuration(revalidate: .diskHit))
        defer { bench.stop() }
        let request = bench.request("/a", brightening)
        let made = try await bench.load(request).get()
        #expect(try await bench.load(request).get().source == .memory)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let held = try await bench.load(request).get()
        #expect(held.source == .revalidated && !held.isMade)
        #expect(held.bitmap == made.bitmap)
        #expect(brightening.count.value == 1)
        #expect(conditions(bench) == [nil, "\"1\""])
    }

    @Test func `a changed image is processed again and replaces the old picture`() async throws {
        let bench = try PictureBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        let request = bench.request("/a", brightening)
        let old = try await bench.load(request).get()
        bench.pipeline.flush()
        bench.set("/a", .init(etag: "\"2\"", body: try PictureBench.image(5)))
        let new = try await bench.load(request).get()
        #expect(new.source == .network && new.isMade)
        #expect(new.bitmap != old.bitmap)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let again = try await bench.load(request).get()
        #expect(again.source == .revalidated)
        #expect(again.bitmap == new.bitmap)
        #expect(conditions(bench) == [nil, "\"1\"", "\"2\""])
    }

    @Test func `a picture in memory is revalidated on every hit without being decoded again`() async throws {
        let bench = try PictureBench(Configuration(policy: .memory, revalidate: .always))
        defer { bench.stop() }
        for request in [bench.request("/a", brightening), bench.request("/b")] {
            let made = try await bench.load(request).get()
            #expect(bench.pipeline.held(request) == nil)
            let held = try await bench.load(request).get()
            #expect(held.source == .revalidated)
            #expect(held.bitmap == made.bitmap)
        }
        #expect(conditions(bench) == [nil, "\"1\"", nil, "\"1\""])
        #expect(brightening.count.value == 1)
    }

    @Test func `a stored picture is served while its origin fails`() async throws {
        let bench = try PictureBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        let request = bench.request("/a", brightening)
        let made = try await bench.load(request).get()
        bench.set("/a", .init(status: 503, body: []))
        #expect(try await bench.load(request).get().bitmap == made.bitmap)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let held = try await bench.load(request).get()
        #expect(held.source == .disk)
        #expect(held.bitmap == made.bitmap)
    }

    @Test func `a picture that the origin reports as gone is removed from the caches`() async throws {
        let bench = try PictureBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        let request = bench.request("/a", brightening)
        _ = try await bench.load(request).get()
        #expect(bench.isOnDisk(bench.key("/a", "@brighter7")))
        bench.set("/a", .init(status: 410, body: []))
        guard case .failure(.fetch(let error)) = await bench.load(request) else {
            Issue.record("it was found")
            return
        }
        #expect(error.word == .status)
        #expect(!bench.isOnDisk(bench.key("/a", "@brighter7")))
        #expect(bench.pipeline.count == 0)
    }

    @Test func `HTTP freshness decides between reuse and revalidation`() async throws {
        let bench = try PictureBench(Configuration(revalidate: .http))
        defer { bench.stop() }
        let body = try PictureBench.image()
        bench.set("/a", .init(headers: ["Cache-Control: max-age=6000"], body: body))
        var request = bench.request("/a", brightening)
        request.image.memory = CacheRetention(.never)
        _ = try await bench.load(request).get()
        #expect(try await bench.load(request).get().source == .memory)
        bench.calendar.advance(by: 6_001_000_000_000)
        #expect(try await bench.load(request).get().source == .revalidated)
        // The origin's second answer counts from its arrival.
        bench.calendar.advance(by: 4_000_000_000_000)
        #expect(try await bench.load(request).get().source == .memory)
        #expect(brightening.count.value == 1)
    }

    @Test func `a no-store response is not cached in any form`() async throws {
        let bench = try PictureBench(Configuration(revalidate: .http))
        defer { bench.stop() }
        let body = try PictureBench.image()
        bench.set("/a", .init(headers: ["Cache-Control: no-store"], body: body))
        var request = bench.request("/a", brightening)
        request.keepsOriginal = true
        for _ in 0..<2 { #expect(try await bench.load(request).get().source == .network) }
        #expect(bench.pipeline.count == 0)
        #expect(!bench.isOnDisk(bench.key("/a", "@brighter7")))
    }

    @Test func `a stale picture is served within stale-while-revalidate and refreshed in the background`()
        async throws
    {
        let bench = try PictureBench(Configuration(revalidate: .http))
        defer { bench.stop() }
        let headers = ["Cache-Control: max-age=60, stale-while-revalidate=600"]
        bench.set("/a", .init(headers: headers, body: try PictureBench.image()))
        let request = bench.request("/a", brightening)
        let old = try await bench.load(request).get()
        bench.calendar.advance(by: 100_000_000_000)
        bench.set("/a", .init(etag: "\"2\"", headers: headers, body: try PictureBench.image(5)))
        let stale = try await bench.load(request).get()
        #expect(stale.source == .memory)
        #expect(stale.bitmap == old.bitmap)
        #expect(
            try await Waiting.inTask { bench.pipeline.held(request).map { $0.bitmap != old.bitmap } == true }
        )
        #expect(conditions(bench) == [nil, "\"1\""])
    }
}
