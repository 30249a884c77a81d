import LinuxIO
import Synchronization
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadRetryTests {
    private static let soon = RetryStrategy.Interval.fixed(.milliseconds(1))

    /// A server that fails `failures` times for each path, then answers.
    private static func server(failures: Int, status: Int = 503) throws -> TinyServer {
        let counts = Mutex<[String: Int]>([:])
        return try TinyServer { seen in
            let count = counts.withLock { counts in
                counts[seen.path, default: 0] += 1
                return counts[seen.path] ?? 0
            }
            return count <= failures ? .answer(status, body: [0]) : .answer(200, body: [1, 2, 3])
        }
    }

    private func load(
        _ request: ImageRequest,
        _ configuration: Configuration = Configuration(policy: .memory)
    )
        async throws -> ImageResponse
    {
        let client = try CachingClient(configuration: configuration.undisturbed)
        defer { client.shutdown() }
        return await withCheckedContinuation { continuation in
            client.load(request) { continuation.resume(returning: $0) }
        }
    }

    @Test func `intervals are fixed, linear or custom`() {
        typealias Interval = RetryStrategy.Interval
        #expect(
            (0..<3).map { Interval.fixed(.seconds(3)).delay(after: $0) } == [
                .seconds(3), .seconds(3), .seconds(3),
            ]
        )
        #expect(
            (0..<3).map { Interval.accumulated(.seconds(2)).delay(after: $0) }
                == [.seconds(2), .seconds(4), .seconds(6)]
        )
        let own = Interval.custom { .seconds($0 * $0) }
        #expect((0..<3).map { own.delay(after: $0) } == [.zero, .seconds(1), .seconds(4)])
    }

    @Test(arguments: [(0, 1), (1, 2), (2, 3), (3, 3)])
    func `a failure is retried up to the limit`(failures: Int, requests: Int) async throws {
        let server = try Self.server(failures: failures)
        defer { server.stop() }
        var request = ImageRequest(url: server.url + "/a")
        request.retry = .delay(times: 2, Self.soon)
        let response = try await load(request)
        #expect(server.seen.count == requests)
        #expect(response.error?.word == (failures > 2 ? .status : nil))
        #expect(response.bytes == (failures > 2 ? [0] : [1, 2, 3]))
    }

    @Test func `a request that was never sent is not retried`() async throws {
        let asked = Atomic<Int>(0)
        var request = ImageRequest(url: "ftp://a/")
        request.retry = .delay(
            times: 5,
            .custom { _ in
                asked.add(1, ordering: .relaxed)
                return .zero
            }
        )
        #expect(try await load(request).error?.word == .badURL)
        #expect(asked.load(ordering: .relaxed) == 0)
    }

    /// Other clients kept the first error and judged every later one by it.
    @Test func `each failure is judged by its own error`() async throws {
        let server = try TinyServer { seen in
            seen.order == 0 && seen.connection == 0 ? .answer(503) : .answer(404)
        }
        defer { server.stop() }
        let judged = Mutex<[String]>([])
        var request = ImageRequest(url: server.url + "/a")
        request.retry = RetryStrategy { situation in
            judged.withLock { $0.append("\(situation.retries) \(situation.error.sentence.suffix(3))") }
            return situation.error.sentence.hasSuffix("503") ? .retry(after: .zero) : .stop
        }
        #expect(try await load(request).status == 404)
        #expect(judged.withLock { $0 } == ["0 503", "1 404"])
        #expect(server.seen.count == 2)
    }

    @Test func `cancelling while a retry waits answers at once and tries nothing else`()
        async throws
    {
        let server = try Self.server(failures: 9)
        defer { server.stop() }
        let client = try CachingClient(configuration: Configuration(policy: .memory).undisturbed)
        defer { client.shutdown() }
        let waits = AsyncStream<Void>.makeStream()
        var request = ImageRequest(url: server.url + "/a")
        request.alternatives = [.url(server.url + "/b")]
        request.retry = RetryStrategy { _ in
            waits.continuation.yield()
            return .retry(after: .seconds(1000))
        }
        let told = AsyncStream<ImageResponse>.makeStream()
        let load = client.load(request) { told.continuation.yield($0) }
        _ = await waits.stream.first { _ in true }
        load?.cancel()
        load?.cancel()
        #expect(await told.stream.first { _ in true }?.error?.word == .cancelled)
        #expect(server.paths == ["/a"])
    }

    @Test func `shutdown while a retry waits answers its caller`() async throws {
        let server = try Self.server(failures: 9)
        defer { server.stop() }
        let client = try CachingClient(configuration: Configuration(policy: .memory).undisturbed)
        let waits = AsyncStream<Void>.makeStream()
        var request = ImageRequest(url: server.url + "/a")
        request.retry = RetryStrategy { _ in
            waits.continuation.yield()
            return .retry(after: .seconds(1000))
        }
        let told = AsyncStream<ImageResponse>.makeStream()
        client.load(request) { told.continuation.yield($0) }
        _ = await waits.stream.first { _ in true }
        client.shutdown()
        #expect(await told.stream.first { _ in true }?.error?.word == .cancelled)
    }

    @Test func `an alternative answers for a failed source and is cached under its own key`() async throws {
        let server = try TinyServer { $0.path == "/good" ? .answer(200, body: [7]) : .answer(500) }
        defer { server.stop() }
        let client = try CachingClient(
            configuration: Configuration(policy: .memory, revalidate: .never).undisturbed
        )
        defer { client.shutdown() }
        var request = ImageRequest(url: server.url + "/bad")
        request.alternatives = [
            .url(server.url + "/worse"), .url(server.url + "/good"), .url("http://none.invalid/"),
        ]
        #expect(try await client.load(request).bytes == [7])
        #expect(server.paths == ["/bad", "/worse", "/good"])
        #expect(try await client.load(ImageRequest(url: server.url + "/good")).source == .memory)
        // The next load gets the alternative at once, after the source failed again.
        #expect(try await client.load(request).source == .memory)
        #expect(server.paths.count == 5)
    }

    /// Other clients returned to the first source when they retried.
    @Test func `each source is retried up to the limit before the next one`() async throws {
        let server = try Self.server(failures: 9)
        defer { server.stop() }
        var request = ImageRequest(url: server.url + "/a")
        request.alternatives = [.url(server.url + "/b")]
        request.retry = .delay(times: 1, Self.soon)
        let error = try #require(try await load(request).error)
        #expect(server.paths == ["/a", "/a", "/b", "/b"])
        #expect(error.word == .exhausted)
        #expect(error.causes.map(\.word) == [.status, .status])
    }

    @Test func `a stored image is served before an alternative, after the retries`() async throws {
        let bench = try ClientBench(Configuration(policy: .memory, revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load("/a")
        bench.set("/a", .init(status: 503))
        var request = bench.request("/a")
        request.alternatives = [.url(bench.server.url + "/b")]
        request.retry = .delay(times: 1, Self.soon)
        let response = await bench.load(request)
        #expect(response.source == .memory)
        #expect(response.validationError?.word == .status)
        #expect(bench.server.paths == ["/a", "/a", "/a"])
    }
}
