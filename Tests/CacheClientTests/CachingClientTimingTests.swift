import Dispatch
import Glibc
import LinuxIO
import Logs
import Synchronization
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct CachingClientTimingTests {
    private static func sum(_ phases: TransferPhases) -> Nanoseconds {
        phases.cache + phases.blocked + phases.dns + phases.connect + phases.tls + phases.request
            + phases.wait
            + phases.receive + phases.decode
    }

    @Test func `each load emits its events in order, and its phases fit within it`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .diskHit))
        defer { bench.stop() }
        var responses = [await bench.load("/a.jpg", transfer: 1)]
        bench.client.flush()
        responses.append(await bench.load("/a.jpg", transfer: 2))
        bench.client.forget(.memory)
        responses.append(await bench.load("/a.jpg", transfer: 3))
        bench.client.flush()
        let stories: [[TimingEvent.Kind]] = [
            [
                .start, .miss, .queued, .connected, .requestSent, .firstByte, .progress, .lastByte, .done,
                .stored,
            ],
            [.start, .memoryHit, .done],
            [.start, .diskHit, .queued, .requestSent, .firstByte, .lastByte, .done],
        ]
        for (number, story) in stories.enumerated() {
            let events = bench.events(number + 1).filter { $0.kind != .stored }
            #expect(events.map(\.kind) == story.filter { $0 != .stored })
            #expect(events.map(\.at) == events.map(\.at).sorted())
            let response = responses[number]
            #expect(response.start == events.first?.at)
            #expect(response.end == events.last?.at)
            #expect(Self.sum(response.phases) <= response.end - response.start)
        }
        #expect(bench.events(1).contains { $0.kind == .stored })
        let cold = try #require(responses[0].exchange)
        #expect(responses[0].phases.receive == cold.responseLastByte - cold.responseFirstByte)
        #expect(responses[0].phases.connect > 0)
        #expect(responses[2].phases.connect == 0)
        #expect(responses[1].phases == TransferPhases(cache: responses[1].end - responses[1].start))
    }

    @Test func `counters report misses, hits, revalidations, evictions and bytes`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .diskHit, memory: CacheLimits(count: 2)))
        defer { bench.stop() }
        for path in ["/a", "/b", "/c", "/c"] { _ = await bench.load(path) }
        bench.client.forget(.memory)
        _ = await bench.load("/a")
        bench.client.flush()
        let counters = bench.client.counters
        #expect(counters.misses == 3)
        #expect(counters.memoryHits == 1)
        // The hit on disk was confirmed, and counts as that alone.
        #expect(counters.diskHits == 0)
        #expect(counters.revalidated == 1)
        #expect(counters.evictions == 1)
        #expect(counters.memoryBytes == 3)
        let sizes = bench.temporary.names.map { TemporaryFolder.read(bench.temporary.file($0)).count }
        #expect(counters.diskBytes == sizes.reduce(0, +))
    }

    @Test func `a memory hit calls back on the caller's thread`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        let threads = Mutex<[pthread_t]>([])
        let caller = try WorkerThread(name: "caller") {
            threads.withLock { $0.append(pthread_self()) }
            bench.client.load(ImageRequest(url: bench.server.url + "/a.jpg")) { _ in
                threads.withLock { $0.append(pthread_self()) }
            }
        }
        caller.join()
        #expect(threads.withLock { $0.count } == 2)
        #expect(Set(threads.withLock { $0 }).count == 1)
    }

    @MainActor @Test func `a memory hit does not suspend the calling actor`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let request = ImageRequest(url: bench.server.url + "/a.jpg")
        _ = try await bench.client.load(request)
        let others = Mutex(0)
        let other = Task { @MainActor in others.withLock { $0 += 1 } }
        for _ in 0..<1000 {
            #expect(try await bench.client.load(request).source == .memory)
        }
        #expect(others.withLock { $0 } == 0)
        await other.value
    }

    @Test func `a thousand hits from many threads count as a thousand hits`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        for path in 0..<10 { _ = await bench.load("/\(path)") }
        let right = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<125 {
                let request = ImageRequest(url: bench.server.url + "/\((thread + round) % 10)")
                bench.client.load(request) { response in
                    if response.source == .memory, response.bytes == [1, 2, 3] {
                        right.add(1, ordering: .relaxed)
                    }
                }
            }
        }
        #expect(right.load(ordering: .relaxed) == 1000)
        #expect(bench.client.counters.memoryHits == 1000)
        #expect(bench.server.seen.count == 10)
    }

    @Test func `concurrent loads over disk and network are each answered once`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always, memory: CacheLimits(count: 3)))
        defer { bench.stop() }
        let answers = await withTaskGroup(of: ImageResponse.self) { group in
            for number in 0..<200 {
                group.addTask { await bench.load("/\(number % 12)", transfer: number) }
            }
            return await group.reduce(into: [ImageResponse]()) { $0.append($1) }
        }
        #expect(answers.count == 200)
        #expect(answers.allSatisfy { $0.bytes == [1, 2, 3] && $0.error == nil })
        #expect(answers.allSatisfy { Self.sum($0.phases) <= $0.end - $0.start })
        #expect(bench.server.connections <= 6)
        let joined = Set(answers.compactMap(\.exchange).map { "\($0.localPort) \($0.order)" })
        #expect(joined.count == bench.server.seen.count)
        let counters = bench.client.counters
        #expect(counters.memoryHits + counters.diskHits + counters.revalidated + counters.misses == 200)
    }

    @Test func `shutting down answers every pending load`() async throws {
        let arrived = DispatchSemaphore(value: 0)
        let server = try TinyServer { _ in
            arrived.signal()
            return .silence
        }
        defer { server.stop() }
        let temporary = TemporaryFolder()
        let client = try CachingClient(configuration: Configuration(diskFolder: temporary.path).undisturbed)
        let words = Mutex<[FetchError.Word?]>([])
        for number in 0..<20 {
            client.load(ImageRequest(url: server.url + "/\(number)")) { response in
                words.withLock { $0.append(response.error?.word) }
            }
        }
        arrived.wait()
        client.shutdown()
        let told = words.withLock { $0 }
        #expect(told.count == 20)
        #expect(told.allSatisfy { $0 == .cancelled || $0 == .closed })
    }

    @Test func `releasing a client in its own completion does not deadlock`() async throws {
        let server = try TinyServer { _ in .answer(200, body: [1]) }
        defer { server.stop() }
        let temporary = TemporaryFolder()
        for policy in [Configuration.Policy.none, .both] {
            let configuration = Configuration(policy: policy, diskFolder: temporary.path)
            let response = try await CachingClient(configuration: configuration.undisturbed).load(
                ImageRequest(url: server.url)
            )
            #expect(response.bytes == [1])
        }
    }
}
