import Dispatch
import Logs
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct PrefetcherTests {
    private final class Log: Sendable {
        let outcomes = Mutex<[String: PrefetchOutcome]>([:])
        let ends = Mutex<[PrefetchCounts]>([])
        let ended = AsyncStream<Void>.makeStream()

        func end() async { _ = await ended.stream.first { _ in true } }
    }

    private func prefetcher(
        _ bench: ClientBench,
        _ requests: [ImageRequest],
        atOnce: Int = 5,
        fillsMemory: Bool = false,
        _ log: Log
    ) -> Prefetcher {
        Prefetcher(bench.client, requests, atOnce: atOnce, fillsMemory: fillsMemory) {
            request,
            outcome,
            counts in
            log.outcomes.withLock { $0[request.cacheKey] = outcome }
        } completion: { counts in
            log.ends.withLock { $0.append(counts) }
            log.ended.continuation.yield()
        }
    }

    private func run(_ bench: ClientBench, _ requests: [ImageRequest], fillsMemory: Bool = false) async -> Log
    {
        let log = Log()
        prefetcher(bench, requests, fillsMemory: fillsMemory, log).start()
        await log.end()
        return log
    }

    @Test func `fetches each image once and skips images that a cache has`()
        async throws
    {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let requests = (0..<20).map { bench.request("/\($0)") }
        let first = await run(bench, requests)
        #expect(first.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 20, failed: 0, left: 0)])
        #expect(first.outcomes.withLock { $0.values.allSatisfy { $0 == .fetched } })
        #expect(bench.server.seen.count == 20)
        bench.client.flush()
        let second = await run(bench, requests)
        #expect(second.outcomes.withLock { $0.values.allSatisfy { $0 == .skipped(.memory) } })
        bench.client.forget(.memory)
        let third = await run(bench, requests)
        #expect(third.outcomes.withLock { $0.values.allSatisfy { $0 == .skipped(.disk) } })
        #expect(third.ends.withLock { $0.first?.skipped } == 20)
        #expect(bench.server.seen.count == 20)
        // Nothing was read: memory has none of them.
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.client.counters.diskHits == 0)
    }

    @Test func `loads images that only the disk has into memory on request`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let requests = (0..<3).map { bench.request("/\($0)") }
        _ = await run(bench, requests)
        bench.client.flush()
        bench.client.forget(.memory)
        let log = await run(bench, requests, fillsMemory: true)
        #expect(log.ends.withLock { $0.first?.skipped } == 3)
        #expect(bench.client.counters.memoryBytes == 9)
        #expect(bench.server.seen.count == 3)
    }

    @Test func `fetches a damaged disk entry again when filling memory`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let request = bench.request("/a")
        _ = await run(bench, [request])
        bench.client.flush()
        bench.client.forget(.memory)
        let file = bench.temporary.file(EntryName(of: request.cacheKey).text)
        var bytes = TemporaryFolder.read(file)
        bytes[bytes.count - 1] ^= 1
        TemporaryFolder.write(bytes, to: file)
        let log = await run(bench, [request], fillsMemory: true)
        #expect(log.outcomes.withLock { $0[request.cacheKey] } == .fetched)
        #expect(bench.server.seen.count == 2)
    }

    @Test func `a forced refresh fetches images that the caches have`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        _ = await bench.load("/a")
        let log = await run(bench, [bench.request("/a", .forceRefresh)])
        #expect(log.ends.withLock { $0.first?.fetched } == 1)
        #expect(bench.server.seen.count == 2)
    }

    @Test func `reports and counts failures and continues with the other images`() async throws {
        let bench = try ClientBench { $0.path == "/1" ? .answer(404, body: [1]) : nil }
        defer { bench.stop() }
        let requests = (0..<3).map { bench.request("/\($0)") } + [ImageRequest(url: "no address")]
        let log = await run(bench, requests)
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 2, failed: 2, left: 0)])
        guard case .failed(let failure)? = log.outcomes.withLock({ $0[requests[1].cacheKey] }) else {
            Issue.record("no failure")
            return
        }
        #expect(failure.word == .status)
    }

    @Test func `retries a failure according to its request`() async throws {
        let tries = Atomic(0)
        let bench = try ClientBench { _ in
            tries.add(1, ordering: .relaxed).newValue < 3 ? .answer(503, body: [1]) : nil
        }
        defer { bench.stop() }
        var request = bench.request("/a")
        request.retry = .delay(times: 3, .fixed(.milliseconds(1)))
        let log = await run(bench, [request])
        #expect(log.ends.withLock { $0.first?.fetched } == 1)
        #expect(tries.load(ordering: .relaxed) == 3)
    }

    @Test func `an empty list finishes at once`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let log = await run(bench, [])
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(left: 0)])
    }

    @Test func `requests for the same image share one transfer`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let bench = try ClientBench(Configuration(revalidate: .never)) { _ in
            gate.wait()
            return nil
        }
        defer { bench.stop() }
        let log = Log()
        prefetcher(bench, [ImageRequest](repeating: bench.request("/a"), count: 4), log).start()
        #expect(try await Waiting.inTask { bench.client.open.all.count == 4 })
        // The disk has looked up all of them by then.
        bench.client.flush()
        gate.signal()
        await log.end()
        #expect(log.ends.withLock { $0.first?.finished } == 4)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `limits concurrent transfers and starts no new ones while paused`() async throws {
        let (arrived, gate) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let busy = Atomic(0)
        let most = Atomic(0)
        let bench = try ClientBench(Configuration(connections: 20, timeout: .seconds(600))) { _ in
            let now = busy.add(1, ordering: .sequentiallyConsistent).newValue
            most.max(now, ordering: .sequentiallyConsistent)
            arrived.continuation.yield()
            gate.wait()
            busy.subtract(1, ordering: .sequentiallyConsistent)
            return nil
        }
        defer { bench.stop() }
        let log = Log()
        let prefetcher = prefetcher(bench, (0..<9).map { bench.request("/\($0)") }, atOnce: 3, log)
        prefetcher.start()
        prefetcher.start()
        var arrivals = arrived.stream.makeAsyncIterator()
        for _ in 0..<3 { _ = await arrivals.next() }
        prefetcher.pause()
        for _ in 0..<3 { gate.signal() }
        #expect(try await Waiting.inTask { prefetcher.counts.finished == 3 })
        #expect(prefetcher.counts == PrefetchCounts(skipped: 0, fetched: 3, failed: 0, left: 6))
        #expect(bench.server.seen.count == 3)
        prefetcher.resume()
        for _ in 0..<6 { gate.signal() }
        await log.end()
        #expect(log.ends.withLock { $0.map(\.fetched) } == [9])
        #expect(most.load(ordering: .sequentiallyConsistent) <= 3)
    }

    @Test
    func `stopping counts unfinished images as failed and retries nothing`()
        async throws
    {
        let (arrived, gate) = (AsyncStream<Void>.makeStream(), DispatchSemaphore(value: 0))
        let bench = try ClientBench(Configuration(timeout: .seconds(600))) { _ in
            arrived.continuation.yield()
            gate.wait()
            return .answer(503)
        }
        defer { bench.stop() }
        let log = Log()
        let requests = (0..<10).map { number in
            var request = bench.request("/\(number)")
            request.retry = .delay(times: 5, .fixed(.zero))
            return request
        }
        let prefetcher = prefetcher(bench, requests, atOnce: 2, log)
        prefetcher.start()
        var arrivals = arrived.stream.makeAsyncIterator()
        for _ in 0..<2 { _ = await arrivals.next() }
        prefetcher.stop()
        prefetcher.stop()
        #expect(log.ends.withLock { $0 } == [PrefetchCounts(skipped: 0, fetched: 0, failed: 10, left: 0)])
        prefetcher.resume()
        prefetcher.start()
        for _ in 0..<2 { gate.signal() }
        bench.client.shutdown()
        #expect(bench.server.seen.count == 2)
        #expect(log.ends.withLock { $0.count } == 1)
    }

    @Test func `prefetches images made by a provider`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let provider = ImageProvider(cacheKey: "made") { [7] }
        let log = await run(bench, [ImageRequest(provider)])
        #expect(log.ends.withLock { $0.first?.fetched } == 1)
        #expect(await bench.load(ImageRequest(provider)).source == .memory)
    }

    @Test func `runs its requests at the given priority`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let priorities = Mutex<[TransferPriority]>([])
        let prefetcher = Prefetcher(bench.client, [bench.request("/a")], priority: .veryLow) {
            request,
            _,
            _ in
            priorities.withLock { $0.append(request.priority) }
        }
        prefetcher.start()
        #expect(try await Waiting.inTask { prefetcher.counts.left == 0 })
        #expect(priorities.withLock { $0 } == [.veryLow])
    }
}
