import Dispatch
import Glibc
import LinuxIO
import Logs
import Synchronization
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadCancelTests {
    private final class Words: Sendable {
        private let words = Mutex<[String: [FetchError.Word?]]>([:])

        func note(_ key: String) -> @Sendable (ImageResponse) -> Void {
            { [self] response in words.withLock { $0[key, default: []].append(response.error?.word) } }
        }

        subscript(key: String) -> [FetchError.Word?] { words.withLock { $0[key] ?? [] } }
    }

    /// An origin that answers nothing until the test ends.
    private func silent() throws -> (bench: ClientBench, arrivals: AsyncStream<Void>) {
        let arrived = AsyncStream<Void>.makeStream()
        let bench = try ClientBench(Configuration(timeout: .seconds(600))) { _ in
            arrived.continuation.yield()
            return .silence
        }
        return (bench, arrived.stream)
    }

    @Test func `cancelling by key cancels all loads of that image and no others`() async throws {
        let (bench, arrivals) = try silent()
        let words = Words()
        for name in ["/a", "/a", "/b"] {
            bench.client.load(bench.request(name), completion: words.note(name))
        }
        var arrived = arrivals.makeAsyncIterator()
        for _ in 0..<2 { _ = await arrived.next() }
        bench.client.cancel(bench.server.url + "/a")
        #expect(words["/a"] == [.cancelled, .cancelled])
        #expect(words["/b"] == [])
        bench.client.cancelAll()
        #expect(words["/b"] == [.cancelled])
        #expect(bench.client.open.all.isEmpty)
        bench.stop()
        #expect(words["/a"].count == 2)
    }

    @Test func `cancelling matches a custom cache key`() async throws {
        let (bench, arrivals) = try silent()
        defer { bench.stop() }
        let words = Words()
        let request = ImageRequest(url: bench.server.url + "/a?signature=1", cacheKey: "k")
        bench.client.load(request, completion: words.note("k"))
        _ = await arrivals.first { _ in true }
        bench.client.cancel(request.cacheKey + "x")
        #expect(words["k"] == [])
        bench.client.cancel("k")
        #expect(words["k"] == [.cancelled])
    }

    @Test func `cancelAll throws in awaiting tasks and does not affect finished loads`() async throws {
        let (bench, arrivals) = try silent()
        defer { bench.stop() }
        let task = Task { try await bench.client.load(bench.request("/a")) }
        _ = await arrivals.first { _ in true }
        bench.client.cancelAll()
        let cancelled = FetchError(.cancelled, "the caller cancelled the load")
        await #expect(throws: cancelled) { try await task.value }
        let answered = try ClientBench(Configuration(policy: .memory))
        defer { answered.stop() }
        _ = await answered.load("/a")
        answered.client.cancelAll()
        #expect(answered.client.open.all.isEmpty)
        #expect(await answered.load("/a").source == .memory)
    }

    @Test func `cancelling during a disk read stores nothing in memory and tries nothing else`()
        async throws
    {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        bench.client.forget(.memory)
        let gate = DispatchSemaphore(value: 0)
        bench.client.cache.disk.queue.submit(first: true) { gate.wait() }
        let words = Words()
        var request = bench.request("/a")
        request.alternatives = [.url(bench.server.url + "/b")]
        request.retry = .delay(times: 3, .fixed(.zero))
        let load = bench.client.load(request, completion: words.note("a"))
        load?.cancel()
        #expect(words["a"] == [.cancelled])
        gate.signal()
        bench.client.flush()
        #expect(words["a"] == [.cancelled])
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `cancelling during an alternative tries no further one`() async throws {
        let arrived = AsyncStream<Void>.makeStream()
        let bench = try ClientBench(Configuration(policy: .memory, timeout: .seconds(600))) { seen in
            guard seen.path == "/b" else { return .answer(404, body: [1]) }
            arrived.continuation.yield()
            return .silence
        }
        let words = Words()
        var request = bench.request("/a")
        request.alternatives = [.url(bench.server.url + "/b"), .url(bench.server.url + "/c")]
        let load = bench.client.load(request, completion: words.note("a"))
        _ = await arrived.stream.first { _ in true }
        load?.cancel()
        #expect(words["a"] == [.cancelled])
        bench.stop()
        #expect(words["a"] == [.cancelled])
        #expect(bench.server.paths == ["/a", "/b"])
    }

    @Test func `disk lookups do not run on the calling thread`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        bench.client.forget(.memory)
        let own = DispatchSemaphore(value: 0)
        let threads = Mutex<[UInt]>([])
        let thread = try WorkerThread(name: "asks") {
            threads.withLock { $0.append(UInt(pthread_self())) }
            bench.client.findTier(of: bench.request("/a")) { tier in
                threads.withLock { $0.append(UInt(pthread_self())) }
                #expect(tier == .disk)
                own.signal()
            }
            own.wait()
        }
        thread.join()
        #expect(Set(threads.withLock { $0 }).count == 2)
    }
}
