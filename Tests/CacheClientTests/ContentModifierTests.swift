import Dispatch
import Logs
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// Modifiers that make an image from a response.
@Suite(.timeLimit(.minutes(1)))
struct ContentModifierTests {
    /// Inverts every bit.
    private let deciphering = ContentModifier { $0.bytes.map { ~$0 } }

    private func request(_ bench: ClientBench, _ path: String, _ modifier: ContentModifier) -> ImageRequest {
        var request = bench.request(path)
        request.content = modifier
        return request
    }

    @Test func `the caller and both caches get the modified bytes`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let seen = Mutex<[Downloader.Answer]>([])
        let modifier = ContentModifier { answer in
            seen.withLock { $0.append(answer) }
            return answer.bytes.map { ~$0 }
        }
        let image: [UInt8] = [254, 253, 252]
        var request = request(bench, "/a", modifier)
        request.options = .waitForCache
        let response = await bench.load(request)
        #expect(response.bytes == image && response.source == .network && response.status == 200)
        #expect(response.metrics?.bodyBytes == 3)
        #expect(await bench.load(request).bytes == image)
        bench.client.forget(.memory)
        let disk = await bench.load(request)
        #expect(disk.bytes == image && disk.source == .disk)
        let answer = try #require(seen.withLock { $0.first })
        #expect(answer.status == 200 && answer.bytes == [1, 2, 3] && answer.headers["ETag"] == "\"1\"")
        #expect(seen.withLock { $0.count } == 1)
    }

    @Test func `a 304 serves the already modified image without modifying it again`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load(request(bench, "/a", deciphering))
        let again = await bench.load(request(bench, "/a", deciphering))
        #expect(again.source == .revalidated && again.bytes == [254, 253, 252])
    }

    @Test func `a refusal fails as unusable, stores nothing and can be retried`()
        async throws
    {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let tries = Atomic(0)
        let refusing = ContentModifier { answer in
            tries.add(1, ordering: .relaxed).newValue < 3 ? nil : answer.bytes
        }
        let response = await bench.load(request(bench, "/a", refusing))
        #expect(response.error?.word == .unusable)
        #expect(response.wireStatus == 200)
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty && bench.client.counters.memoryBytes == 0)
        var retrying = request(bench, "/a", refusing)
        retrying.retry = .delay(times: 1, .fixed(.zero))
        #expect(await bench.load(retrying).bytes == [1, 2, 3])
        #expect(bench.server.seen.count == 3)
    }

    @Test func `is not called for an error status`() async throws {
        let bench = try ClientBench { _ in .answer(404, body: [1]) }
        defer { bench.stop() }
        let never = ContentModifier { _ in
            Issue.record("it was asked")
            return nil
        }
        #expect(await bench.load(request(bench, "/a", never)).error?.word == .status)
    }

    @Test func `rejects modified bytes larger than the body limit`() async throws {
        let bench = try ClientBench(Configuration(policy: .none, maximumBodySize: 100))
        defer { bench.stop() }
        let inflating = ContentModifier { _ in [UInt8](repeating: 0, count: 101) }
        #expect(await bench.load(request(bench, "/a", inflating)).error?.word == .tooLarge)
    }

    @Test func `callers sharing a transfer each get their own modification`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let bench = try ClientBench(Configuration(policy: .both, revalidate: .never)) { _ in
            gate.wait()
            return nil
        }
        defer { bench.stop() }
        var (plain, ciphered) = (bench.request("/a"), request(bench, "/a", deciphering))
        ciphered.source = .url(bench.server.url + "/a", cacheKey: "deciphered")
        plain.options = .memoryOnly
        ciphered.options = .memoryOnly
        async let one = bench.load(plain)
        async let other = bench.load(ciphered)
        #expect(try await Waiting.inTask { bench.client.open.all.count == 2 })
        bench.client.flush()
        gate.signal()
        #expect(await one.bytes == [1, 2, 3])
        #expect(await other.bytes == [254, 253, 252])
        #expect(bench.server.seen.count == 1)
        #expect(await bench.load(ciphered).bytes == [254, 253, 252])
        #expect(await bench.load(plain).bytes == [1, 2, 3])
    }

    @Test func `cancelling during modification throws and stores nothing in memory`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let begun = AsyncStream<Void>.makeStream()
        let endless = ContentModifier { answer in
            begun.continuation.yield()
            try? await Task.sleep(for: .seconds(600))
            return answer.bytes
        }
        let request = request(bench, "/a", endless)
        let load = Task { try await bench.client.load(request) }
        _ = await begun.stream.first { _ in true }
        load.cancel()
        await #expect(throws: FetchError.self) { try await load.value }
        #expect(bench.client.counters.memoryBytes == 0)
    }
}
