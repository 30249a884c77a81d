import Dispatch
import Logs
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadSourcesTests {
    private struct Broken: Error {}

    private func load(_ client: CachingClient, _ request: ImageRequest) async -> ImageResponse {
        await withCheckedContinuation { continuation in
            client.load(request) { continuation.resume(returning: $0) }
        }
    }

    @Test func `a provider's image is made once and cached under its key`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        let made = Atomic<Int>(0)
        let provider = ImageProvider(cacheKey: "painted") {
            made.add(1, ordering: .relaxed)
            return [4, 5]
        }
        var sources: [ImageResponse.Source] = []
        for round in 0..<3 {
            if round == 2 { bench.client.forget(.memory) }
            let response = await bench.load(ImageRequest(provider, options: .waitForCache))
            #expect(response.bytes == [4, 5])
            sources.append(response.source)
        }
        #expect(sources == [.provider, .memory, .disk])
        #expect(made.load(ordering: .relaxed) == 1)
        #expect(bench.server.seen.isEmpty)
    }

    @Test func `a file provider reads the file and uses its path or a given key`() async throws {
        let bench = try ClientBench(Configuration(policy: .memory))
        defer { bench.stop() }
        let path = bench.temporary.file("image")
        TemporaryFolder.write([1, 2], to: path)
        #expect(ImageProvider.file(path).cacheKey == "file://\(path)")
        #expect(ImageProvider.file(path, cacheKey: "k").cacheKey == "k")
        #expect(await bench.load(ImageRequest(.file(path))).bytes == [1, 2])
        let missing = await bench.load(ImageRequest(.file(path + "x")))
        #expect(missing.error?.word == .provider)
        #expect(missing.error?.sentence.contains(path + "x") == true)
    }

    @Test(arguments: [("AQI=", [1, 2]), ("AQ", nil), ("A*I=", nil), ("", nil)] as [(String, [UInt8]?)])
    func `base64 is decoded strictly`(text: String, bytes: [UInt8]?) async throws {
        let bench = try ClientBench(Configuration(policy: .memory))
        defer { bench.stop() }
        let response = await bench.load(ImageRequest(.base64(text, cacheKey: "k")))
        #expect(response.error?.word == (bytes == nil ? .provider : nil))
        #expect(response.bytes == bytes ?? [])
    }

    @Test func `a failing provider reports an error, or falls back to an alternative`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        var request = ImageRequest(ImageProvider(cacheKey: "k") { throw Broken() })
        #expect(await bench.load(request).error?.word == .provider)
        request.alternatives = [.url(bench.server.url + "/a")]
        #expect(await bench.load(request).source == .network)
    }

    @Test func `cancelling stops the provider, answers at once and discards a late result`()
        async throws
    {
        let bench = try ClientBench(Configuration(policy: .memory))
        defer { bench.stop() }
        let began = AsyncStream<Void>.makeStream()
        let ended = AsyncStream<Bool>.makeStream()
        let provider = ImageProvider(cacheKey: "slow") {
            began.continuation.yield()
            await Waiting.forCancelling()
            ended.continuation.yield(Task.isCancelled)
            return [1]
        }
        let answers = Mutex<[ImageResponse]>([])
        let handle = bench.client.load(ImageRequest(provider)) { answer in
            answers.withLock { $0.append(answer) }
        }
        _ = await began.stream.first { _ in true }
        handle?.cancel()
        #expect(answers.withLock { $0.map(\.error?.word) } == [.cancelled])
        #expect(await ended.stream.first { _ in true } == true)
        bench.client.shutdown()
        #expect(answers.withLock { $0.count } == 1)
        #expect(bench.client.counters.memoryBytes == 0)
    }

    @Test func `cancelling a task cancels its provider`() async throws {
        let bench = try ClientBench(Configuration(policy: .memory))
        defer { bench.stop() }
        let began = AsyncStream<Void>.makeStream()
        let provider = ImageProvider(cacheKey: "slow") {
            began.continuation.yield()
            await Waiting.forCancelling()
            try Task.checkCancellation()
            return [1]
        }
        let client = bench.client
        let task = Task { () -> FetchError.Word? in
            do throws(FetchError) {
                _ = try await client.load(ImageRequest(provider))
                return nil
            } catch {
                return error.word
            }
        }
        _ = await began.stream.first { _ in true }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `a downloader replaces the connections and receives the same conditions`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        let asked = Mutex<[String?]>([])
        var request = ImageRequest(url: "test:whatever")
        request.downloader = Downloader { outgoing in
            asked.withLock { $0.append(outgoing[header: "if-none-match"]) }
            guard outgoing[header: "If-None-Match"] == nil else { return .init(status: 304, bytes: []) }
            return .init(headers: ["ETag": "\"d\""], bytes: [8])
        }
        #expect(await bench.load(request).source == .network)
        let confirmed = await bench.load(request)
        #expect(confirmed.source == .revalidated)
        #expect(confirmed.bytes == [8])
        #expect(asked.withLock { $0 } == [nil, "\"d\""])
        request.options = .forceRefresh
        request.downloader = Downloader { _ in .init(status: 404, bytes: [1]) }
        #expect(await bench.load(request).error?.word == .status)
        request.downloader = Downloader { _ in throw Broken() }
        #expect(await bench.load(request).error?.word == .local)
        #expect(bench.server.seen.isEmpty)
    }

    @Test func `a modifier changes the sent request but not the cache key`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        var request = bench.request("/a")
        request.modifier = RequestModifier { outgoing in
            var outgoing = outgoing
            outgoing.url += "?signed"
            outgoing[header: "X-Token"] = "t"
            outgoing[header: "Accept"] = nil
            return outgoing
        }
        #expect(await bench.load(request).source == .network)
        let seen = try #require(bench.server.seen.first)
        #expect(seen.path == "/a?signed")
        #expect(seen.field("x-token") == "t")
        #expect(seen.field("accept") == nil)
        #expect(await bench.load("/a").source == .memory)
    }

    @Test func `a modifier that returns nil rejects the request before sending`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        var request = bench.request("/a")
        request.modifier = RequestModifier { _ in nil }
        #expect(await bench.load(request).error?.word == .rejected)
        #expect(bench.server.seen.isEmpty)
    }

    @Test func `cancelling during the modifier answers at once and sends nothing`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        let asked = AsyncStream<Void>.makeStream()
        let goesOn = AsyncStream<Void>.makeStream()
        var request = bench.request("/a")
        request.modifier = RequestModifier { outgoing in
            asked.continuation.yield()
            // It does not learn of the cancellation.
            await Task { _ = await goesOn.stream.first { _ in true } }.value
            return outgoing
        }
        let words = Mutex<[FetchError.Word?]>([])
        let load = bench.client.load(request) { answer in words.withLock { $0.append(answer.error?.word) } }
        _ = await asked.stream.first { _ in true }
        load?.cancel()
        #expect(words.withLock { $0 } == [.cancelled])
        goesOn.continuation.yield()
        #expect(try await Waiting.inTask { bench.client.pipeline.tasks.isEmpty })
        _ = await bench.load("/b")
        #expect(bench.server.paths == ["/b"])
        #expect(words.withLock { $0 } == [.cancelled])
    }

    @Test func `cancelling a download answers the caller once and at once`()
        async throws
    {
        let arrived = AsyncStream<Void>.makeStream()
        let gate = DispatchSemaphore(value: 0)
        let server = try TinyServer { _ in
            arrived.continuation.yield()
            gate.wait()
            return .answer(200, body: [1])
        }
        defer { server.stop() }
        var configuration = Configuration(policy: .memory)
        // However busy the machine is, only the caller ends it.
        configuration.timeout = .seconds(600)
        let client = try CachingClient(configuration: configuration.undisturbed)
        let words = Mutex<[FetchError.Word?]>([])
        let handle = client.load(ImageRequest(url: server.url)) { answer in
            words.withLock { $0.append(answer.error?.word) }
        }
        _ = await arrived.stream.first { _ in true }
        handle?.cancel()
        #expect(words.withLock { $0 } == [.cancelled])
        gate.signal()
        gate.signal()
        client.shutdown()
        #expect(words.withLock { $0 } == [.cancelled])
    }

    @Test func `concurrent cancellations answer each caller once`() async throws {
        let bench = try ClientBench(Configuration(policy: .none))
        defer { bench.stop() }
        let told = Mutex<[Int: Int]>([:])
        let handles = (0..<200).map { number in
            bench.client.load(bench.request("/\(number)")) { _ in
                told.withLock { $0[number, default: 0] += 1 }
            }
        }
        DispatchQueue.concurrentPerform(iterations: 200) { handles[$0]?.cancel() }
        bench.client.shutdown()
        #expect(told.withLock { $0 } == Dictionary(uniqueKeysWithValues: (0..<200).map { ($0, 1) }))
    }
}
