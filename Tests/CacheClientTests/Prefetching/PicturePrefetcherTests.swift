import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// Pictures that are made before they are needed.
@Suite(.timeLimit(.minutes(1)))
struct PicturePrefetcherTests {
    private final class Log: Sendable {
        let outcomes = Mutex<[PicturePrefetchOutcome]>([])
        let ends = Mutex<[PrefetchCounts]>([])
        let ended = AsyncStream<Void>.makeStream()

        func end() async { _ = await ended.stream.first { _ in true } }
    }

    private func prefetcher(
        _ bench: PictureBench,
        _ requests: [PictureRequest],
        atOnce: Int = 5,
        fillsMemory: Bool = false,
        _ log: Log
    ) -> Prefetcher {
        Prefetcher(bench.pipeline, requests, atOnce: atOnce, fillsMemory: fillsMemory) { _, outcome, _ in
            log.outcomes.withLock { $0.append(outcome) }
        } completion: { counts in
            log.ends.withLock { $0.append(counts) }
            log.ended.continuation.yield()
        }
    }

    private func run(
        _ bench: PictureBench,
        _ requests: [PictureRequest],
        fillsMemory: Bool = false
    ) async -> Log {
        let log = Log()
        prefetcher(bench, requests, fillsMemory: fillsMemory, log).start()
        await log.end()
        return log
    }

    private func small(_ bench: PictureBench, _ path: String) -> PictureRequest {
        var request = bench.request(path, Brightening(amount: 3))
        request.target = TargetSize(width: 15, height: 10)
        return request
    }

    @Test func `stores prefetched pictures, as displayed, in memory and on disk`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let requests = ["/a", "/b", "/c"].map { small(bench, $0) }
        let log = await run(bench, requests)
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 3, failed: 0, left: 0)])
        #expect(log.outcomes.withLock { $0 } == [.made, .made, .made])
        let held = try #require(bench.pipeline.held(requests[0]))
        #expect(held.bitmap.width == 15 && held.bitmap.height == 10)
        #expect(bench.isOnDisk(bench.key("/a", "@fit15x10|>brighter3")))
        #expect(!bench.isOnDisk(bench.key("/a")))
        #expect(await bench.pipeline.cachedTier(of: requests[1]) == .memory)
        bench.pipeline.removeAll()
        #expect(await bench.pipeline.cachedTier(of: requests[1]) == .disk)
        #expect(await bench.pipeline.cachedTier(of: bench.request("/b")) == nil)
        let shown = try await bench.load(requests[2]).get()
        #expect(shown.source == .disk && !shown.isMade)
        #expect(bench.server.seen.count == 3)
    }

    @Test
    func `skips cached pictures and decodes them only when filling memory`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        let requests = ["/a", "/b"].map { small(bench, $0) }
        _ = await run(bench, requests)
        #expect(
            await run(bench, requests).outcomes.withLock { $0 } == [.skipped(.memory), .skipped(.memory)]
        )
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        #expect(await run(bench, requests).outcomes.withLock { $0 } == [.skipped(.disk), .skipped(.disk)])
        #expect(bench.pipeline.bytes == 0)
        let filled = await run(bench, requests, fillsMemory: true)
        #expect(filled.outcomes.withLock { $0 } == [.skipped(.disk), .skipped(.disk)])
        #expect(bench.pipeline.count == 2)
        #expect(bench.server.seen.count == 2)
    }

    @Test func `makes another picture from a stored image without asking the origin`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var whole = bench.request("/a")
        whole.keepsOriginal = true
        _ = await run(bench, [whole])
        let log = await run(bench, [small(bench, "/a")])
        #expect(log.outcomes.withLock { $0 } == [.made])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `counts failures to fetch, decode or process`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.set("/text", .init(body: Array("no image".utf8)))
        let refusing = CustomProcessing(identifier: "no") { _ in throw PicturePipelineTests.Refusal() }
        let requests = [
            bench.request("/missing"), bench.request("/text"), bench.request("/a", refusing),
            bench.request("/b"),
        ]
        let log = await run(bench, requests)
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 1, failed: 3, left: 0)])
    }

    @Test func `makes a damaged picture again when filling memory`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let request = small(bench, "/a")
        _ = await run(bench, [request])
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let file = bench.temporary.file(EntryName(of: bench.key("/a", "@fit15x10|>brighter3")).text)
        var bytes = TemporaryFolder.read(file)
        bytes[bytes.count - 1] ^= 1
        TemporaryFolder.write(bytes, to: file)
        #expect(await run(bench, [request], fillsMemory: true).outcomes.withLock { $0 } == [.made])
        #expect(bench.pipeline.held(request) != nil)
    }

    @Test func `respects the concurrency limit and starts nothing while paused or once stopped`() async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        for path in ["/a", "/b", "/c"] { bench.hold(path) }
        let log = Log()
        let requests = ["/a", "/b", "/c"].map { small(bench, $0) }
        let prefetcher = prefetcher(bench, requests, atOnce: 1, log)
        prefetcher.start()
        #expect(bench.waitForRequests(1))
        prefetcher.pause()
        bench.release("/a")
        #expect(try await Waiting.inTask { prefetcher.counts.fetched == 1 })
        #expect(bench.server.paths == ["/a"])
        prefetcher.resume()
        #expect(bench.waitForRequests(2))
        prefetcher.stop()
        await log.end()
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 1, failed: 2, left: 0)])
        #expect(bench.server.paths == ["/a", "/b"])
        #expect(bench.pipeline.works.count == 0)
    }
}
