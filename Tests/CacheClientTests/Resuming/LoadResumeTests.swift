import Dispatch
import HTTP
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadResumeTests {
    /// An origin of one image that cuts its responses.
    private final class Origin: Sendable {
        struct Habits: Sendable {
            var image = (0..<30_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            var etag = "\"1\""
            /// Bytes of each answer before its connection ends.
            var cuts: [Int] = []
            /// Replaces the correct `Content-Range` of a partial answer.
            var contentRange: String?
            var statusOfRange = 206
            var headers: [String] = []
        }

        let habits: Mutex<Habits>

        init(_ habits: Habits) {
            self.habits = Mutex(habits)
        }

        func reply(_ seen: TinyServer.Seen) -> TinyServer.Reply? {
            let (habits, cut) = habits.withLock { habits -> (Habits, Int?) in
                let cut = habits.cuts.isEmpty ? nil : habits.cuts.removeFirst()
                return (habits, cut)
            }
            var (status, first) = (200, 0)
            let range = seen.field("range").flatMap { $0.split(separator: "=").last?.dropLast() }
            if let start = range.flatMap({ Int($0) }), seen.field("if-range") == habits.etag {
                (status, first) = (habits.statusOfRange, start)
            }
            if status == 416 { return .answer(416) }
            let body = status == 206 ? Array(habits.image[first...]) : habits.image
            var headers = ["ETag: \(habits.etag)", "X-Try: \(status)"] + habits.headers
            if status == 206 {
                let end = habits.image.count
                headers.append(
                    "Content-Range: " + (habits.contentRange ?? "bytes \(first)-\(end - 1)/\(end)")
                )
            }
            guard let cut else { return .answer(status, headers: headers, body: body) }
            return .cut(status, headers: headers, body: body, after: cut)
        }
    }

    private func bench(_ origin: Origin, _ configuration: Configuration = Configuration()) throws
        -> ClientBench
    {
        try ClientBench(configuration) { origin.reply($0) }
    }

    private func ranges(_ bench: ClientBench) -> [String?] { bench.server.seen.map { $0.field("range") } }

    @Test func `a truncated body is resumed where it ended, any number of times`() async throws {
        let origin = Origin(.init(cuts: [10_000, 5000, 100]))
        let image = origin.habits.withLock { $0.image }
        let bench = try bench(origin)
        defer { bench.stop() }
        for held in [10_000, 15_000, 15_100] {
            let response = await bench.load("/a")
            #expect(response.error?.word == .truncated, "\(held)")
            #expect(response.bytes.isEmpty)
        }
        let progress = Mutex<[TransferProgress]>([])
        var request = bench.request("/a")
        request.progress = { step in progress.withLock { $0.append(step) } }
        let whole = await bench.load(request)
        #expect(whole.error == nil)
        #expect(whole.bytes == image)
        #expect(whole.source == .network)
        #expect(whole.status == 200)
        #expect(whole.wireStatus == 206)
        #expect(whole.metrics?.bodyBytes == image.count - 15_100)
        #expect(ranges(bench) == [nil, "bytes=10000-", "bytes=15000-", "bytes=15100-"])
        #expect(bench.server.seen.map { $0.field("if-range") } == [nil, "\"1\"", "\"1\"", "\"1\""])
        #expect(progress.withLock { $0.last } == TransferProgress(received: 30_000, expected: 30_000))
        #expect(progress.withLock { $0.allSatisfy { $0.received > 15_100 && $0.expected == 30_000 } })
        // Both caches hold the whole image, and nothing of the partial one.
        bench.client.forget(.memory)
        let kept = await bench.load(bench.request("/a", .onlyFromCache))
        #expect(kept.source == .disk)
        #expect(kept.bytes == image)
        bench.client.flush()
        #expect(TemporaryFolder.names(in: bench.temporary.file("parts")).isEmpty)
    }

    @Test func `a later client resumes the partial body of an earlier one`() async throws {
        let origin = Origin(.init(cuts: [10_000]))
        let bench = try bench(origin)
        defer { bench.server.stop() }
        #expect(await bench.load("/a").error?.word == .truncated)
        bench.client.shutdown()
        var configuration = Configuration()
        configuration.diskFolder = bench.temporary.path
        let next = try CachingClient(configuration: configuration.undisturbed)
        defer { next.shutdown() }
        let whole = try await next.load(bench.request("/a"))
        #expect(whole.bytes == origin.habits.withLock { $0.image })
        #expect(ranges(bench) == [nil, "bytes=10000-"])
    }

    @Test func `a changed image is sent whole`() async throws {
        let origin = Origin(.init(cuts: [10_000]))
        let bench = try bench(origin)
        defer { bench.stop() }
        _ = await bench.load("/a")
        origin.habits.withLock { habits in
            habits.image = [UInt8](repeating: 7, count: 20_000)
            habits.etag = "\"2\""
        }
        let whole = await bench.load("/a")
        #expect(whole.bytes == [UInt8](repeating: 7, count: 20_000))
        #expect(whole.wireStatus == 200)
        #expect(ranges(bench) == [nil, "bytes=10000-"])
    }

    @Test(
        arguments: [
            (206, "bytes 9999-29998/29999"), (206, "bytes 10000-29999/30001"), (206, "nonsense"), (416, nil),
        ] as [(Int, String?)]
    )
    func `when the rest does not fit, the whole body is requested again`(
        status: Int,
        contentRange: String?
    ) async throws {
        let origin = Origin(.init(cuts: [10_000], contentRange: contentRange, statusOfRange: status))
        let bench = try bench(origin)
        defer { bench.stop() }
        _ = await bench.load("/a")
        let whole = await bench.load("/a")
        #expect(whole.bytes == origin.habits.withLock { $0.image })
        #expect(whole.wireStatus == 200)
        #expect(ranges(bench) == [nil, "bytes=10000-", nil])
    }

    @Test func `a weak validator or disabled resumption keeps no partial body`() async throws {
        for (etag, resumes) in [("W/\"1\"", true), ("\"1\"", false)] {
            let origin = Origin(.init(etag: etag, cuts: [10_000]))
            let bench = try bench(origin, Configuration(resumesDownloads: resumes))
            defer { bench.stop() }
            _ = await bench.load("/a")
            bench.client.flush()
            #expect(!bench.temporary.names.contains("parts"))
            #expect(await bench.load("/a").error == nil)
            #expect(ranges(bench) == [nil, nil])
        }
    }

    @Test func `a no-store response keeps no partial body`() async throws {
        for (control, kept) in [("no-store", false), ("max-age=60", true)] {
            let origin = Origin(.init(cuts: [10_000], headers: ["Cache-Control: \(control)"]))
            let bench = try bench(origin, Configuration(revalidate: .http))
            defer { bench.stop() }
            _ = await bench.load("/a")
            bench.client.flush()
            #expect(bench.temporary.names.contains("parts") == kept)
        }
    }

    @Test func `a retry resumes where the first try ended`() async throws {
        let origin = Origin(.init(cuts: [10_000, 10_000]))
        let bench = try bench(origin)
        defer { bench.stop() }
        var request = bench.request("/a")
        request.retry = .delay(times: 3, .fixed(.milliseconds(1)))
        let whole = await bench.load(request)
        #expect(whole.bytes == origin.habits.withLock { $0.image })
        #expect(ranges(bench) == [nil, "bytes=10000-", "bytes=20000-"])
    }

    @Test func `a request with different header fields does not resume`() async throws {
        let origin = Origin(.init(cuts: [10_000]))
        let bench = try bench(origin)
        defer { bench.stop() }
        _ = await bench.load("/a")
        var request = bench.request("/a")
        request.headers = ["Accept-Language": "ko"]
        _ = await bench.load(request)
        #expect(ranges(bench) == [nil, nil])
    }

    @Test func `forgetting the disk removes partial bodies`() async throws {
        let origin = Origin(.init(cuts: [10_000]))
        let bench = try bench(origin)
        defer { bench.stop() }
        _ = await bench.load("/a")
        bench.client.forget(.disk)
        #expect(await bench.load("/a").error == nil)
        #expect(ranges(bench) == [nil, nil])
    }

    @Test func `a cancelled download keeps its partial body`() async throws {
        let head = "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 30000\r\n\r\n"
        let body = String(repeating: "x", count: 10_000)
        let gate = DispatchSemaphore(value: 0)
        let bench = try ClientBench { seen in
            if seen.field("range") == nil { return .rawAndWait(head + body, gate) }
            let rest = [UInt8](repeating: UInt8(ascii: "y"), count: 20_000)
            return .answer(206, headers: ["Content-Range: bytes 10000-29999/30000"], body: rest)
        }
        defer { bench.stop() }
        let came = AsyncStream<Int>.makeStream()
        var request = bench.request("/a")
        request.progress = { came.continuation.yield($0.received) }
        let load = bench.client.load(request) { _ in }
        _ = await came.stream.first { $0 == 10_000 }
        load?.cancel()
        gate.signal()
        #expect(try await Waiting.inTask { !bench.client.cache.parts.isEmpty })
        #expect(await bench.load("/a").bytes.count == 30_000)
        #expect(ranges(bench) == [nil, "bytes=10000-"])
    }

    @Test func `a resumed body whose total exceeds the limit is refused`() async throws {
        let origin = Origin(.init(cuts: [10_000]))
        let bench = try bench(origin, Configuration(maximumBodySize: 30_000))
        defer { bench.stop() }
        _ = await bench.load("/a")
        try bench.client.update(Configuration(maximumBodySize: 29_999))
        #expect(await bench.load("/a").error?.word == .tooLarge)
        try bench.client.update(Configuration(maximumBodySize: 30_000))
        #expect(await bench.load("/a").error == nil)
    }
}
