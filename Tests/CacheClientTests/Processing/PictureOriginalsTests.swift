import Dispatch
import Fixtures
import Images
import LinuxIO
import Synchronization
import Testing

@testable import CacheClient

/// Images and their pictures, kept by different clients.
@Suite(.timeLimit(.minutes(1)))
struct PictureOriginalsTests {
    private let brightening = Brightening(amount: 7)
    private let suffix = "@brighter7"

    private func bench(_ revalidate: Configuration.Revalidation = .never) throws -> PictureBench {
        try PictureBench(Configuration(revalidate: revalidate), keepsApart: true)
    }

    private func processed(_ bench: PictureBench, _ options: LoadOptions = []) -> PictureRequest {
        var request = bench.request("/a", brightening)
        request.image.options = options
        request.keepsOriginal = true
        return request
    }

    @Test func `pictures and originals are stored by separate clients, each only on disk`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let made = try await bench.load(processed(bench)).get()
        #expect(made.isMade && made.source == .network)
        #expect(bench.isOnDisk(bench.key("/a", suffix)) && !bench.isOnDisk(bench.key("/a")))
        #expect(bench.isArchived(bench.key("/a")) && !bench.isArchived(bench.key("/a", suffix)))
        #expect(bench.originals.cache.memory.count == 0 && bench.client.cache.memory.count == 0)
        bench.pipeline.removeAll()
        let found = try await bench.load(processed(bench)).get()
        #expect(found.source == .disk && !found.isMade && found.bitmap == made.bitmap)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `an original is stored by neither client unless requested`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        var request = processed(bench)
        request.keepsOriginal = false
        _ = try await bench.load(request).get()
        #expect(bench.isOnDisk(bench.key("/a", suffix)))
        #expect(!bench.isOnDisk(bench.key("/a")) && !bench.isArchived(bench.key("/a")))
    }

    @Test func `a stored original makes another picture without asking the origin`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench)).get()
        bench.pipeline.flush()
        let other = try await bench.load(bench.request("/a", Brightening(amount: 8))).get()
        #expect(other.source == .disk && other.isMade)
        _ = try await bench.originals.load(bench.request("/b").image)
        let third = try await bench.load(bench.request("/b", brightening)).get()
        #expect(third.source == .memory && third.isMade)
        #expect(bench.server.paths == ["/a", "/b"])
    }

    @Test func `an image of the pictures' client is not used as an original`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = try await bench.client.load(bench.request("/a").image)
        #expect(try await bench.load(processed(bench)).get().source == .network)
        #expect(bench.server.seen.count == 2)
    }

    @Test(arguments: [ImageKind.png, .gif])
    func `an unprocessed image is stored with the pictures, as received`(kind: ImageKind) async throws {
        let bench = try bench()
        defer { bench.stop() }
        let body = try PictureBench.image(3, kind)
        bench.set("/a", .init(body: body))
        var request = bench.request("/a")
        request.keepsOriginal = true
        request.diskFormat = nil
        request.image.options = .waitForCache
        #expect(try await bench.load(request).get().source == .network)
        // No load waits for the disk here.
        #expect(bench.client.cache.disk.count == 1)
        let kept = bench.client.cache.disk.image(for: bench.key("/a"), at: bench.calendar.wall)
        #expect(kept?.bytes == body && kept?.etag == "\"1\"")
        #expect(!bench.isArchived(bench.key("/a")) && bench.originals.cache.memory.count == 0)
        bench.pipeline.removeAll()
        let found = try await bench.load(request).get()
        #expect(found.source == .disk && !found.isMade)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `an unprocessed request copies the stored original to the pictures' client`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench)).get()
        bench.pipeline.flush()
        let plain = try await bench.load(bench.request("/a")).get()
        #expect(plain.source == .disk && !plain.isMade)
        #expect(bench.isOnDisk(bench.key("/a")) && bench.isArchived(bench.key("/a")))
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a picture on disk is revalidated, and a 304 renews it`() async throws {
        let bench = try bench(.diskHit)
        defer { bench.stop() }
        for request in [processed(bench), bench.request("/a")] {
            _ = try await bench.load(request).get()
            for _ in 0..<2 {
                bench.pipeline.flush()
                bench.pipeline.removeAll()
                bench.calendar.advance(by: 6 * 86_400_000_000_000)
                let held = try await bench.load(request).get()
                #expect(held.source == .revalidated && !held.isMade)
            }
        }
        #expect(brightening.count.value == 1)
    }

    @Test func `a changed image replaces the picture and the original`() async throws {
        let bench = try bench(.always)
        defer { bench.stop() }
        let old = try await bench.load(processed(bench, .waitForCache)).get()
        bench.pipeline.flush()
        let body = try PictureBench.image(5)
        bench.set("/a", .init(etag: "\"2\"", body: body))
        let new = try await bench.load(processed(bench, .waitForCache)).get()
        #expect(new.source == .network && new.isMade && new.bitmap != old.bitmap)
        bench.pipeline.flush()
        let kept = bench.originals.cache.disk.image(for: bench.key("/a"), at: bench.calendar.wall)
        #expect(kept?.bytes == body)
        bench.pipeline.removeAll()
        let again = try await bench.load(processed(bench)).get()
        #expect(again.source == .revalidated && again.bitmap == new.bitmap)
    }

    @Test func `an image that the origin reports as gone is removed from both clients`() async throws {
        let bench = try bench(.always)
        defer { bench.stop() }
        for request in [processed(bench), bench.request("/b")] { _ = try await bench.load(request).get() }
        bench.pipeline.flush()
        for path in ["/a", "/b"] { bench.set(path, .init(status: 410, body: [])) }
        for request in [processed(bench), bench.request("/b")] {
            guard case .failure(.fetch(let error)) = await bench.load(request) else {
                Issue.record("it was found")
                continue
            }
            #expect(error.word == .status)
        }
        bench.pipeline.flush()
        #expect(bench.client.cache.disk.count == 0 && bench.originals.cache.disk.count == 0)
    }

    @Test func `onlyFromCache includes the originals' client`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        for request in [processed(bench, .onlyFromCache), bench.request("/b")] {
            var request = request
            request.image.options = .onlyFromCache
            guard case .failure(.fetch(let error)) = await bench.load(request) else {
                Issue.record("it was found")
                continue
            }
            #expect(error.word == .notCached)
        }
        for path in ["/a", "/b"] { _ = try await bench.originals.load(bench.request(path).image) }
        for request in [processed(bench), bench.request("/b")] {
            var request = request
            request.image.options = .onlyFromCache
            #expect(try await bench.load(request).get().source == .memory)
        }
    }

    @Test func `fromMemoryCacheOrRefresh skips the disks of both clients`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let image = bench.request("/a").image
        for (forgets, source) in [(false, ImageResponse.Source.memory), (true, .network)] {
            _ = try await bench.originals.load(image)
            bench.originals.flush()
            if forgets { bench.originals.forget(.memory) }
            bench.pipeline.removeAll()
            let made = try await bench.load(processed(bench, .fromMemoryCacheOrRefresh)).get()
            #expect(made.source == source && made.isMade)
        }
    }

    @Test func `a stored file that is not an image is fetched again`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let junk = CachedImage(bytes: Array("<html>".utf8), etag: "\"old\"")
        bench.originals.cache.disk.store(junk, for: bench.key("/a"), at: bench.calendar.wall)
        #expect(try await bench.load(processed(bench)).get().source == .network)
        bench.client.cache.disk.store(junk, for: bench.key("/b"), at: bench.calendar.wall)
        #expect(try await bench.load(bench.request("/b")).get().source == .network)
        bench.pipeline.flush()
        let kept = [
            bench.originals.cache.disk.image(for: bench.key("/a"), at: bench.calendar.wall),
            bench.client.cache.disk.image(for: bench.key("/b"), at: bench.calendar.wall),
        ]
        #expect(kept.map { $0?.etag } == ["\"1\"", "\"1\""])
    }

    @Test func `cancelling during a read of the originals' disk starts no download and no processing`()
        async throws
    {
        let bench = try bench()
        defer { bench.stop() }
        _ = try await bench.load(processed(bench, .waitForCache)).get()
        let other = bench.request("/a", Brightening(amount: 8))
        let (busy, gate) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        bench.originals.cache.disk.queue.submit(first: true) {
            busy.continuation.yield()
            gate.wait()
        }
        _ = await busy.stream.first { _ in true }
        let outcomes = Mutex<[Result<Picture, PictureError>]>([])
        let load = bench.pipeline.load(other) { outcome in outcomes.withLock { $0.append(outcome) } }
        // Their own disk has looked it up by then, without success.
        bench.client.flush()
        load?.cancel()
        gate.signal()
        bench.pipeline.flush()
        bench.pipeline.shutdown()
        #expect(outcomes.withLock { $0.count } == 1)
        guard case .failure(.cancelled)? = outcomes.withLock({ $0.first }) else {
            Issue.record("it was not given up")
            return
        }
        #expect(bench.pipeline.count == 1 && bench.server.seen.count == 1)
    }

    @Test func `the cached tier and removal refer to the pictures' client only`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        _ = try await bench.originals.load(bench.request("/a").image)
        #expect(await bench.pipeline.cachedTier(of: bench.request("/a")) == nil)
        _ = try await bench.load(bench.request("/a")).get()
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        #expect(await bench.pipeline.cachedTier(of: bench.request("/a")) == .disk)
        bench.pipeline.remove(bench.request("/a"))
        #expect(!bench.isOnDisk(bench.key("/a")))
        #expect(await bench.originals.cachedTier(of: bench.request("/a").image) == .memory)
    }

    @Test func `one client used for both behaves like a single cache`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let pipeline = try PicturePipeline(bench.client, originals: bench.client)
        defer { pipeline.shutdown() }
        _ = try await pipeline.picture(bench.request("/a"))
        _ = try await pipeline.picture(processed(bench))
        pipeline.flush()
        #expect(bench.isOnDisk(bench.key("/a")) && bench.isOnDisk(bench.key("/a", suffix)))
        #expect(bench.client.cache.disk.count == 2)
        #expect(bench.server.seen.count == 1)
    }
}
