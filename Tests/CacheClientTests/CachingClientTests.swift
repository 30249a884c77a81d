import Dispatch
import LinuxIO
import Logs
import Synchronization
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct CachingClientTests {
    /// Source of a response: `network`, `memory`, `disk`, or `memory?` and `disk?` if the origin confirmed
    /// it.
    private static func word(_ response: ImageResponse) -> String {
        guard response.source == .revalidated, let tier = response.tier else {
            return response.source.rawValue
        }
        return tier.rawValue + "?"
    }

    /// Expected sources: cold, warm, after memory was cleared, warm again; and the number of requests at the
    /// origin.
    @Test(
        arguments: [
            (.none, .never, "network network network network", 4),
            (.none, .diskHit, "network network network network", 4),
            (.none, .always, "network network network network", 4),
            (.memory, .never, "network memory network memory", 2),
            (.memory, .diskHit, "network memory network memory", 2),
            (.memory, .always, "network memory? network memory?", 4),
            (.disk, .never, "network disk disk disk", 1),
            (.disk, .diskHit, "network disk? disk? disk?", 4),
            (.disk, .always, "network disk? disk? disk?", 4),
            (.both, .never, "network memory disk memory", 1),
            (.both, .diskHit, "network memory disk? memory", 2),
            (.both, .always, "network memory? disk? memory?", 4),
        ] as [(Configuration.Policy, Configuration.Revalidation, String, Int)]
    )
    func `policy and revalidation decide which tier answers`(
        policy: Configuration.Policy,
        revalidate: Configuration.Revalidation,
        expected: String,
        requests: Int
    ) async throws {
        let bench = try ClientBench(Configuration(policy: policy, revalidate: revalidate))
        defer { bench.stop() }
        var words: [String] = []
        for round in 0..<4 {
            if round == 2 { bench.client.forget(.memory) }
            let response = await bench.load("/a.jpg")
            words.append(Self.word(response))
            #expect(response.bytes == [1, 2, 3])
            #expect(response.etag == "\"1\"")
            #expect(response.status == 200)
            #expect(response.error == nil)
            let isOnWire = response.source == .network || response.source == .revalidated
            #expect((response.exchange != nil) == isOnWire)
            #expect(response.wireStatus == (isOnWire ? (response.source == .revalidated ? 304 : 200) : nil))
        }
        #expect(words.joined(separator: " ") == expected)
        #expect(bench.server.seen.count == requests)
        let asked = words.map { $0.hasSuffix("?") ? "\"1\"" : nil }
        let reached = zip(words, asked).filter { $0.0 == "network" || $0.0.hasSuffix("?") }.map(\.1)
        #expect(bench.conditions("/a.jpg") == reached)
    }

    @Test(arguments: [Configuration.Policy.memory, .disk, .both])
    func `a changed image replaces the cached one in every cache`(policy: Configuration.Policy) async throws {
        let bench = try ClientBench(Configuration(policy: policy, revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        bench.set("/a.jpg", .init(etag: "\"2\"", body: [9]))
        let changed = await bench.load("/a.jpg")
        #expect(changed.source == .network)
        #expect(changed.wireStatus == 200)
        #expect(changed.bytes == [9])
        bench.client.forget(policy == .both ? .memory : .connections)
        let after = await bench.load("/a.jpg")
        #expect(after.source == .revalidated)
        #expect(after.bytes == [9])
        #expect(bench.conditions("/a.jpg") == [nil, "\"1\"", "\"2\""])
    }

    @Test func `an image without a validator is requested unconditionally`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        for etag in [nil, ""] as [String?] {
            bench.set("/a.jpg", .init(etag: etag))
            #expect(await bench.load("/a.jpg").source == .network)
        }
        #expect(await bench.load("/a.jpg").source == .network)
        #expect(bench.conditions("/a.jpg") == [nil, nil, nil])
    }

    @Test(arguments: [301, 304, 403, 404, 410, 500, 503])
    func `an error status is an error and never cached`(status: Int) async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        bench.set("/a.jpg", .init(status: status, body: status == 304 ? [] : Array("sorry".utf8)))
        for _ in 0..<2 {
            let response = await bench.load("/a.jpg")
            #expect(response.error?.word == .status)
            #expect(response.status == status)
            #expect(response.wireStatus == status)
            #expect(response.source == .network)
            #expect(response.exchange?.status == status)
        }
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.server.seen.count == 2)
    }

    @Test func `an empty or partial response is neither cached nor an error`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        bench.set("/empty", .init(body: []))
        bench.set("/part", .init(status: 206))
        for path in ["/empty", "/part", "/empty", "/part"] {
            let response = await bench.load(path)
            #expect(response.error == nil)
            #expect(response.source == .network)
        }
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.server.seen.count == 4)
    }

    @Test func `an image that the origin reports as missing is removed from the caches`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        bench.set("/a.jpg", .init(status: 404, body: []))
        #expect(await bench.load("/a.jpg").error?.word == .status)
        bench.client.flush()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.client.counters.memoryBytes == 0)
    }

    @Test(arguments: [true, false])
    func `when revalidation fails, the cached image is served if allowed`(isAllowed: Bool) async throws {
        let bench = try ClientBench(Configuration(revalidate: .always, usesStaleOnError: isAllowed))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        bench.set("/a.jpg", .init(status: 503, body: []))
        let unwell = await bench.load("/a.jpg", transfer: 8)
        bench.server.stop()
        let gone = await bench.load("/a.jpg", transfer: 9)
        for (response, word) in [(unwell, FetchError.Word.status), (gone, .refused)] {
            #expect((response.validationError ?? response.error)?.word == word)
            #expect((response.error == nil) == isAllowed)
            #expect(response.bytes == (isAllowed ? [1, 2, 3] : []))
        }
        #expect(unwell.source == (isAllowed ? .memory : .network))
        #expect(gone.source == (isAllowed ? .memory : .none))
        #expect(unwell.wireStatus == 503)
        #expect(gone.wireStatus == nil)
        #expect(bench.events(9).last?.kind == (isAllowed ? .done : .failed))
    }

    @Test func `a damaged disk entry is fetched again and replaced`() async throws {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .never))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        bench.client.flush()
        let file = bench.temporary.file(try #require(bench.temporary.names.first))
        TemporaryFolder.write(Array(TemporaryFolder.read(file).dropLast()), to: file)
        #expect(await bench.load("/a.jpg").source == .network)
        #expect(await bench.load("/a.jpg").source == .disk)
    }

    @Test func `forgetting is complete when it returns, even for pending writes`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        for what in CachingClient.Forgetting.allCases {
            for path in ["/a", "/b", "/c"] { _ = await bench.load(path) }
            bench.client.forget(what)
            let counters = bench.client.counters
            #expect((counters.memoryBytes == 0) == (what == .memory || what == .all), "\(what)")
            if what == .disk || what == .all { #expect(bench.temporary.names.isEmpty) }
            bench.client.flush()
            #expect((bench.client.counters.diskBytes == 0) == (what == .disk || what == .all), "\(what)")
        }
        bench.client.forget(.all)
        let first = await bench.load("/a")
        #expect(first.exchange?.isNewConnection == true)
        bench.client.forget(.memory)
        #expect(await bench.load("/a").source == .disk)
    }

    @Test func `a second client finds what the first wrote before its shutdown`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        _ = await bench.load("/a.jpg")
        bench.client.shutdown()
        let configuration = Configuration(revalidate: .never, diskFolder: bench.temporary.path)
        let second = try CachingClient(configuration: configuration.undisturbed)
        let response = try await second.load(ImageRequest(url: bench.server.url + "/a.jpg"))
        #expect(response.source == .disk)
        #expect(response.bytes == [1, 2, 3])
        second.shutdown()
    }

    @Test func `updated settings take effect at once`() async throws {
        let bench = try ClientBench(Configuration(policy: .none))
        defer { bench.stop() }
        #expect(await bench.load("/a.jpg").source == .network)
        #expect(bench.temporary.names.isEmpty)
        try bench.client.update(Configuration(policy: .both, revalidate: .never))
        #expect(await bench.load("/a.jpg").source == .network)
        #expect(await bench.load("/a.jpg").source == .memory)
        try bench.client.update(Configuration(policy: .disk, revalidate: .always))
        #expect(await bench.load("/a.jpg").source == .revalidated)
        try bench.client.update(Configuration(memory: CacheLimits(size: 0), disk: CacheLimits(count: 0)))
        bench.client.flush()
        #expect(bench.client.counters.memoryBytes == 0)
        #expect(bench.temporary.names.isEmpty)
    }

    @Test func `an unusable disk folder is reported when the client is created or updated`() throws {
        let temporary = TemporaryFolder()
        TemporaryFolder.write([], to: temporary.file("file"))
        let configuration = Configuration(diskFolder: temporary.file("file"))
        #expect(throws: SetupError.self) { try CachingClient(configuration: configuration) }
        var memoryOnly = configuration
        memoryOnly.policy = .memory
        let client = try CachingClient(configuration: memoryOnly)
        #expect(throws: SetupError.self) { try client.update(configuration) }
    }

    @Test func `URLs with the same cache key share an entry`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        let first = ImageRequest(url: bench.server.url + "/a?sign=1", cacheKey: "a")
        let second = ImageRequest(url: bench.server.url + "/a?sign=2", cacheKey: "a")
        #expect(try await bench.client.load(first).source == .network)
        #expect(try await bench.client.load(second).source == .memory)
    }

    @Test func `a load after shutdown fails as closed`() async throws {
        let bench = try ClientBench()
        _ = await bench.load("/a.jpg")
        bench.stop()
        let response = await bench.load("/a.jpg")
        #expect(response.error?.word == .closed)
        #expect(response.source == .none)
        await #expect(throws: FetchError(.closed, "the client was shut down")) {
            try await bench.client.load(ImageRequest(url: bench.server.url))
        }
    }

    @Test func `an unsupported URL scheme is an error`() async throws {
        let bench = try ClientBench()
        defer { bench.stop() }
        await #expect(throws: FetchError.self) {
            try await bench.client.load(ImageRequest(url: "ftp://a/b"))
        }
    }
}
