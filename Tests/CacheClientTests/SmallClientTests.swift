import Dispatch
import LinuxIO
import Logs
import Testing

@testable import CacheClient

/// Known faults of small image clients.
@Suite(.timeLimit(.minutes(1)))
struct SmallClientTests {
    @Test(arguments: ["ETag", "etag", "Etag", "ETAG"])
    func `an ETag counts in any letter case`(name: String) async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        bench.set("/a", .init(etag: nil, headers: ["\(name): \"x\""]))
        #expect(await bench.load("/a").etag == "\"x\"")
        _ = await bench.load("/a")
        #expect(bench.conditions("/a") == [nil, "\"x\""])
    }

    @Test func `a memory-only client does not touch the disk`() async throws {
        let bench = try ClientBench(Configuration(policy: .memory))
        _ = await bench.load(bench.request("/a", .waitForCache))
        bench.client.forget(.all)
        bench.stop()
        #expect(bench.temporary.names.isEmpty)
        #expect(bench.client.counters.diskBytes == 0)
    }

    @Test func `concurrent loads of different images each get their own image`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        for name in 0..<40 { bench.set("/\(name)", .init(body: [UInt8(name), 1])) }
        for round in 0..<3 {
            if round == 2 { bench.client.forget(.memory) }
            let right = await withTaskGroup(of: Bool.self) { group in
                for name in 0..<40 {
                    group.addTask { await bench.load("/\(name)").bytes == [UInt8(name), 1] }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(right == 40, "\(round)")
            bench.client.flush()
        }
    }

    @Test func `an image lost from disk is requested without its validator`() async throws {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load(bench.request("/a", .waitForCache))
        for name in bench.temporary.names { TemporaryFolder.remove(bench.temporary.file(name)) }
        #expect(await bench.load("/a").bytes == [1, 2, 3])
        #expect(bench.conditions("/a") == [nil, nil])
    }

    @Test func `the disk holds at most its limit after thirty images`() async throws {
        let disk = CacheLimits(count: 7)
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .never, disk: disk))
        defer { bench.stop() }
        for name in 0..<30 { _ = await bench.load(bench.request("/folder/\(name).jpg?w=1", .waitForCache)) }
        #expect(bench.temporary.names.count == 7)
        #expect(bench.client.counters.evictions == 23)
        #expect(await bench.load("/folder/29.jpg?w=1").source == .disk)
        #expect(await bench.load("/folder/22.jpg?w=1").source == .network)
    }

    @Test func `an older response that arrives late does not replace a newer image`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let arrived = AsyncStream<Void>.makeStream()
        let bench = try ClientBench(Configuration(revalidate: .never, timeout: .seconds(600))) { seen in
            guard seen.field("x-slow") != nil else { return .answer(200, body: [2]) }
            arrived.continuation.yield()
            gate.wait()
            return .answer(200, body: [1])
        }
        defer { bench.stop() }
        var slow = bench.request("/a", .forceRefresh)
        slow.headers = ["X-Slow": "1"]
        let old = Task { [slow] in await bench.load(slow) }
        _ = await arrived.stream.first { _ in true }
        #expect(await bench.load(bench.request("/a", [.forceRefresh, .waitForCache])).bytes == [2])
        gate.signal()
        #expect(await old.value.bytes == [1])
        #expect(await bench.load("/a").bytes == [2])
        bench.client.forget(.memory)
        #expect(await bench.load("/a").bytes == [2])
        // The next answer is newer again.
        gate.signal()
        #expect(await bench.load(slow).bytes == [1])
        #expect(await bench.load("/a").bytes == [1])
    }

    @Test func `each client has its own memory limit`() async throws {
        let few = try ClientBench(Configuration(revalidate: .never, memory: CacheLimits(count: 2)))
        let many = try ClientBench(Configuration(revalidate: .never, memory: CacheLimits(count: 5)))
        defer {
            few.stop()
            many.stop()
        }
        for bench in [few, many] {
            for name in 0..<9 { _ = await bench.load("/\(name)") }
        }
        #expect(few.client.holdings.memoryCount == 2)
        #expect(many.client.holdings.memoryCount == 5)
    }

    @Test func `a disk entry is slightly larger than its image`() async throws {
        let bench = try ClientBench(Configuration(policy: .disk, revalidate: .never))
        defer { bench.stop() }
        bench.set("/a", .init(body: [UInt8](repeating: 0xFF, count: 30_000)))
        _ = await bench.load(bench.request("/a", .waitForCache))
        let size = bench.client.holdings.diskBytes
        #expect(size > 30_000 && size < 30_600)
    }

    @Test func `a finished load leaves no state, and its result is not reused`() async throws {
        let bench = try ClientBench(Configuration(policy: .none))
        defer { bench.stop() }
        bench.set("/bad", .init(status: 500))
        for path in ["/a", "/bad", "/a", "/bad"] { _ = await bench.load(path) }
        #expect(bench.client.open.all.isEmpty)
        // Neither an answer nor a failure is reused for the next load.
        #expect(bench.server.paths == ["/a", "/bad", "/a", "/bad"])
        bench.set("/bad", .init(body: [5]))
        #expect(await bench.load("/bad").bytes == [5])
    }
}
