import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// Where pictures and their images are looked up and kept.
@Suite(.timeLimit(.minutes(1)))
struct PictureCachingTests {
    private let brightening = Brightening(amount: 7)
    private let suffix = "@brighter7"

    private func processed(_ bench: PictureBench, _ options: LoadOptions = []) -> PictureRequest {
        var request = bench.request("/a", brightening)
        request.image.options = options
        return request
    }

    @Test func `a processed picture is stored on disk under its own key, without its image`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let made = try await bench.load(processed(bench)).get()
        #expect(made.isMade && made.source == .network)
        #expect(bench.isOnDisk(bench.key("/a", suffix)))
        #expect(!bench.isOnDisk(bench.key("/a")))
        bench.pipeline.removeAll()
        let found = try await bench.load(processed(bench)).get()
        #expect(found.source == .disk && !found.isMade)
        #expect(found.bitmap == made.bitmap)
        #expect(brightening.count.value == 1)
        #expect(try await bench.load(processed(bench)).get().source == .memory)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `transparency survives processing and both caches`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let samples = [UInt8](repeating: 0, count: 6) + [UInt8](repeating: 255, count: 6)
        let veil = try #require(Bitmap(width: 2, height: 2, samples: samples, coverage: [255, 255, 0, 0]))
        bench.set("/a", .init(body: try PictureFormat.png.encoded(veil)))
        let request = bench.request("/a", Resizing(width: 4, height: 4))
        let made = try await bench.load(request).get()
        #expect(made.bitmap.coverage?.first == 255 && made.bitmap.coverage?.last == 0)
        #expect(bench.pipeline.bytes == 4 * 4 * 4)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let found = try await bench.load(request).get()
        #expect(found.source == .disk)
        #expect(found.bitmap.coverage == made.bitmap.coverage)
    }

    @Test func `a picture is found only under its own processors`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench)).get()
        #expect(bench.pipeline.held(bench.request("/a")) == nil)
        #expect(bench.pipeline.held(bench.request("/a", Brightening(amount: 8))) == nil)
        #expect(bench.pipeline.held(processed(bench)) != nil)
        for request in [bench.request("/a"), bench.request("/a", Brightening(amount: 8))] {
            var request = request
            request.image.options = .onlyFromCache
            guard case .failure(.fetch(let error)) = await bench.load(request) else {
                Issue.record("\(request.processors) was found")
                continue
            }
            #expect(error.word == .notCached)
        }
    }

    @Test func `the original image is stored on request and serves another picture`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        var request = processed(bench, .waitForCache)
        request.keepsOriginal = true
        _ = try await bench.load(request).get()
        #expect(bench.isOnDisk(bench.key("/a")))
        #expect(bench.client.cache.memory.count == 0)
        let other = try await bench.load(bench.request("/a", Brightening(amount: 8))).get()
        #expect(other.source == .disk && other.isMade)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `an image in memory is used before the one on disk`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.client.load(processed(bench).image)
        let made = try await bench.load(processed(bench)).get()
        #expect(made.source == .memory && made.isMade)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `an unprocessed image is stored as received and not twice in memory`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(bench.request("/a")).get()
        bench.pipeline.flush()
        let kept = bench.client.cache.disk.image(for: bench.key("/a"), at: bench.calendar.wall)
        #expect(kept?.bytes == body(bench))
        #expect(bench.client.cache.memory.count == 0)
        #expect(bench.pipeline.count == 1)
    }

    private func body(_ bench: PictureBench) -> [UInt8]? { try? PictureBench.image(97) }

    @Test func `a picture is written in the requested disk format, or not at all`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var request = processed(bench)
        request.diskFormat = .jpeg(quality: 80)
        _ = try await bench.load(request).get()
        bench.pipeline.flush()
        let key = bench.key("/a", suffix)
        let written = bench.client.cache.disk.image(for: key, at: bench.calendar.wall)
        #expect(written?.bytes.starts(with: [0xFF, 0xD8]) == true)
        request.diskFormat = nil
        request.image.options = .forceRefresh
        _ = try await bench.load(request).get()
        #expect(!bench.isOnDisk(key))
    }

    @Test func `memoryOnly keeps the picture in memory and removes it from disk`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench)).get()
        #expect(bench.isOnDisk(bench.key("/a", suffix)))
        _ = try await bench.load(processed(bench, [.memoryOnly, .forceRefresh])).get()
        #expect(!bench.isOnDisk(bench.key("/a", suffix)))
        #expect(!bench.isOnDisk(bench.key("/a")))
        #expect(bench.pipeline.held(processed(bench)) != nil)
    }

    @Test func `waitForCache returns only after the picture is written to disk`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench, .waitForCache)).get()
        // No load waits for the disk here.
        #expect(bench.client.cache.disk.count == 1)
    }

    @Test func `a completion handler can wait for the disk write`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let isWritten = Mutex<Bool?>(nil)
        bench.pipeline.load(processed(bench)) { [suffix] _ in
            let isThere = bench.isOnDisk(bench.key("/a", suffix))
            isWritten.withLock { $0 = isThere }
        }
        #expect(Waiting.until { isWritten.withLock { $0 } != nil })
        #expect(isWritten.withLock { $0 } == true)
    }

    @Test func `a forced refresh skips the caches and replaces the stored picture`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let old = try await bench.load(processed(bench)).get()
        bench.set("/a", .init(etag: "\"2\"", body: try PictureBench.image(5)))
        let new = try await bench.load(processed(bench, .forceRefresh)).get()
        #expect(new.source == .network)
        #expect(new.bitmap != old.bitmap)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        #expect(try await bench.load(processed(bench)).get().bitmap == new.bitmap)
    }

    @Test func `fromMemoryCacheOrRefresh skips the disk`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench)).get()
        let options = LoadOptions.fromMemoryCacheOrRefresh
        #expect(try await bench.load(processed(bench, options)).get().source == .memory)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        #expect(try await bench.load(processed(bench, options)).get().source == .network)
    }

    @Test(
        arguments: [
            (Configuration.Policy.none, [.network, .network], 0), (.memory, [.network, .memory], 0),
            (.disk, [.network, .disk], 1),
        ] as [(Configuration.Policy, [ImageResponse.Source], Int)]
    )
    func `the client's cache policy applies to pictures`(
        policy: Configuration.Policy,
        sources: [ImageResponse.Source],
        onDisk: Int
    ) async throws {
        let bench = try PictureBench(Configuration(policy: policy, revalidate: .never))
        defer { bench.stop() }
        var found: [ImageResponse.Source] = []
        for _ in sources {
            found.append(try await bench.load(processed(bench)).get().source)
            bench.pipeline.flush()
        }
        #expect(found == sources)
        #expect(bench.client.cache.disk.count == onDisk)
        #expect(bench.pipeline.count == (policy == .memory ? 1 : 0))
    }

    @Test func `a cached file that is not an image is fetched again`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let junk = CachedImage(bytes: Array("<html>".utf8), etag: "\"old\"")
        bench.client.cache.disk.store(junk, for: bench.key("/a"), at: bench.calendar.wall)
        let plain = try await bench.load(bench.request("/a")).get()
        #expect(plain.source == .network)
        bench.client.cache.disk.store(junk, for: bench.key("/b", suffix), at: bench.calendar.wall)
        let processed = try await bench.load(bench.request("/b", brightening)).get()
        #expect(processed.source == .network && processed.isMade)
        bench.client.cache.disk.store(junk, for: bench.key("/c"), at: bench.calendar.wall)
        var alone = bench.request("/c")
        alone.image.options = .onlyFromCache
        guard case .failure(.decoding) = await bench.load(alone) else {
            Issue.record("it was decoded")
            return
        }
        #expect(!bench.isOnDisk(bench.key("/c")))
    }

    @Test func `a response that is not an image is stored nowhere`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.set("/a", .init(body: Array("<html>".utf8)))
        var request = processed(bench)
        request.keepsOriginal = true
        for request in [request, bench.request("/a")] {
            guard case .failure(.decoding) = await bench.load(request) else {
                Issue.record("it was decoded")
                continue
            }
        }
        #expect(!bench.isOnDisk(bench.key("/a")))
        #expect(bench.pipeline.count == 0)
    }

    @Test func `the finishing step applies per caller and is never cached`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let plain = try await bench.load(processed(bench)).get().bitmap
        var touched = processed(bench)
        touched.finish = { $0.mapped { 255 - $1 } }
        let inverted = plain.mapped { 255 - $1 }
        #expect(try await bench.load(touched).get().bitmap == inverted)
        #expect(bench.pipeline.held(touched)?.bitmap == inverted)
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        #expect(try await bench.load(touched).get().bitmap == inverted)
        bench.pipeline.removeAll()
        touched.image.options = .forceRefresh
        #expect(try await bench.load(touched).get().bitmap == inverted)
        #expect(try await bench.load(processed(bench)).get().bitmap == plain)
    }

    @Test func `pictures expire after the lifetimes of their request`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var request = processed(bench)
        request.image.memory = CacheRetention(.after(.seconds(10)))
        request.image.disk = CacheRetention(.days(1))
        _ = try await bench.load(request).get()
        bench.pipeline.flush()
        bench.calendar.advance(by: 11_000_000_000)
        #expect(try await bench.load(request).get().source == .disk)
        bench.pipeline.flush()
        bench.calendar.advance(by: 86_400_000_000_000)
        #expect(try await bench.load(request).get().source == .network)
    }

    @Test func `a provider's picture is cached, and its decoding failure is reported`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let body = try PictureBench.image()
        let made = Mutex(0)
        let provider = ImageProvider(cacheKey: "painted") {
            made.withLock { $0 += 1 }
            return body
        }
        for source in [ImageResponse.Source.provider, .disk] {
            let picture = try await bench.load(
                PictureRequest(ImageRequest(provider), processors: [brightening])
            ).get()
            #expect(picture.source == source)
            bench.pipeline.flush()
            bench.pipeline.removeAll()
        }
        #expect(made.withLock { $0 } == 1)
        let broken = ImageRequest(ImageProvider(cacheKey: "b") { Array("nothing to see".utf8) })
        guard case .failure(.decoding(key: "b", reason: _)) = await bench.load(PictureRequest(broken)) else {
            Issue.record("it was decoded")
            return
        }
    }

    @Test func `a picture from an alternative is not cached under the requested key`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var request = bench.request("/none", brightening)
        request.image.alternatives = [.url(bench.server.url + "/a")]
        for _ in 0..<2 { #expect(try await bench.load(request).get().source == .network) }
        #expect(bench.server.paths == ["/none", "/a", "/none", "/a"])
        #expect(bench.pipeline.count == 0)
    }
}
