import Dispatch
import LinuxIO
import Logs
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// The client's own judge of responses, by their heads.
@Suite(.timeLimit(.minutes(1)))
struct ResponseJudgeTests {
    /// Records what it was asked about, and declines pages.
    private final class Court: Sendable {
        let seen = Mutex<[ResponseHead]>([])

        var judge: ResponseJudge {
            ResponseJudge { [self] head in
                seen.withLock { $0.append(head) }
                return head[header: "content-type"] == "text/html" ? .refuse("it is a page") : .take
            }
        }

        var heads: [ResponseHead] { seen.withLock { $0 } }
    }

    private let court = Court()
    private static let page = TinyServer.Reply.answer(200, headers: ["Content-Type: text/html"], body: [60])

    private func bench(
        _ configuration: Configuration = Configuration(revalidate: .never),
        reply: @escaping @Sendable (TinyServer.Seen) -> TinyServer.Reply? = { _ in nil }
    ) throws -> ClientBench {
        try ClientBench(configuration, judge: court.judge, reply: reply)
    }

    /// The origin never sends the body: the client must not wait for it.
    @Test func `declining the response head ends the transfer and stores nothing`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n"
        let bench = try bench { _ in .rawAndWait(head, gate) }
        defer { bench.stop() }
        let response = await bench.load("/a")
        #expect(response.error?.word == .declined)
        #expect(
            response.error?.sentence
                == "the response of \(bench.server.url)/a was declined: it is a page"
        )
        #expect(response.wireStatus == 200 && response.status == nil && response.source == .none)
        #expect(response.bytes.isEmpty && response.metrics?.bodyBytes == 0)
        gate.signal()
        bench.client.flush()
        #expect(bench.client.counters.memoryBytes == 0 && bench.temporary.names.isEmpty)
    }

    @Test func `an accepted response is cached like any other image`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        bench.set("/a", .init(headers: ["Content-Type: image/png", "X: 1", "x: 2"]))
        #expect(await bench.load("/a").bytes == [1, 2, 3])
        #expect(await bench.load("/a").source == .memory)
        let head = try #require(court.heads.first)
        #expect(court.heads.count == 1)
        #expect(head.url == bench.server.url + "/a" && head.status == 200 && head.length == 3)
        #expect(head[header: "CONTENT-TYPE"] == "image/png" && head[header: "x"] == "1, 2")
        #expect(head.headers.map(\.name) == ["ETag", "Content-Type", "X", "x", "Content-Length"])
    }

    @Test func `callers sharing a transfer all get the refusal from one call to the judge`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let bench = try bench { _ in
            gate.wait()
            return Self.page
        }
        defer { bench.stop() }
        async let one = bench.load("/a")
        async let other = bench.load("/a")
        #expect(try await Waiting.inTask { bench.client.open.all.count == 2 })
        // The disk has looked up both by then.
        bench.client.flush()
        gate.signal()
        let words = await [one, other].map { $0.error?.word }
        #expect(words == [.declined, .declined])
        #expect(bench.server.seen.count == 1 && court.heads.count == 1)
    }

    @Test func `a captive-portal page does not replace the cached image, which is served instead`()
        async throws
    {
        let isCaptive = Mutex(false)
        let bench = try bench(Configuration(revalidate: .always)) { _ in
            isCaptive.withLock { $0 } ? Self.page : nil
        }
        defer { bench.stop() }
        _ = await bench.load("/a")
        isCaptive.withLock { $0 = true }
        let held = await bench.load("/a")
        #expect(held.bytes == [1, 2, 3] && held.source == .memory)
        #expect(held.validationError?.word == .declined)
        isCaptive.withLock { $0 = false }
        #expect(await bench.load("/a").source == .revalidated)
    }

    @Test func `is not asked about error statuses or redirects, only about the final success`() async throws {
        let bench = try bench(Configuration(revalidate: .always)) { seen in
            switch seen.path {
            case "/gone": .answer(404, headers: ["Content-Type: text/html"], body: [60])
            case "/moved": .answer(302, headers: ["Location: /a", "Content-Type: text/html"], body: [60])
            default: nil
            }
        }
        defer { bench.stop() }
        #expect(await bench.load("/gone").error?.word == .status)
        #expect(await bench.load("/moved").bytes == [1, 2, 3])
        #expect(await bench.load("/moved").source == .revalidated)
        #expect(court.heads.map(\.url) == [bench.server.url + "/a"])
    }

    @Test func `a declined response can be retried or replaced by an alternative`() async throws {
        let tries = Atomic(0)
        let bench = try bench { seen in
            seen.path == "/a" && tries.add(1, ordering: .relaxed).newValue < 4 ? Self.page : nil
        }
        defer { bench.stop() }
        var request = bench.request("/a")
        request.alternatives = [.url(bench.server.url + "/b")]
        #expect(await bench.load(request).bytes == [1, 2, 3])
        request.alternatives = []
        request.retry = .delay(times: 2, .fixed(.zero))
        #expect(await bench.load(request).source == .network)
        #expect(bench.server.paths == ["/a", "/b", "/a", "/a", "/a"])
    }

    @Test func `responses of a custom downloader are judged, too`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        var request = bench.request("/a")
        request.downloader = Downloader { _ in .init(headers: ["Content-Type": "text/html"], bytes: [60]) }
        #expect(await bench.load(request).error?.word == .declined)
        request.downloader = Downloader { _ in .init(headers: ["Content-Type": "image/png"], bytes: [1]) }
        #expect(await bench.load(request).bytes == [1])
    }

    @Test func `a resumed body is judged with the head of the first response`() async throws {
        let body = [UInt8](repeating: 1, count: 10_000)
        let isOpen = Mutex(true)
        let statuses = Mutex<[Int]>([])
        let judge = ResponseJudge { head in
            statuses.withLock { $0.append(head.status) }
            return isOpen.withLock { $0 } ? .take : .refuse("not today")
        }
        let bench = try ClientBench(judge: judge) { seen in
            let tag = "ETag: \"1\""
            guard seen.field("range") != nil else {
                return .cut(200, headers: [tag], body: body, after: 5000)
            }
            return .answer(
                206,
                headers: [tag, "Content-Range: bytes 5000-9999/10000"],
                body: Array(body[5000...])
            )
        }
        defer { bench.stop() }
        #expect(await bench.load("/a").error?.word == .truncated)
        isOpen.withLock { $0 = false }
        let refused = await bench.load("/a")
        #expect(refused.error?.word == .declined && refused.bytes.isEmpty)
        #expect(statuses.withLock { $0 } == [200, 200])
        isOpen.withLock { $0 = true }
        #expect(await bench.load("/a").error?.word == .truncated)
        #expect(await bench.load("/a").bytes == body)
        #expect(bench.server.seen.map { $0.field("range") } == [nil, "bytes=5000-", nil, "bytes=5000-"])
    }

    @Test func `an HTTP/2 refusal ends only its own stream and keeps the connection`() async throws {
        let server = try SharingServer(nil, clock: RunClock())
        defer { server.stop() }
        var configuration = server.configuration(.http2, connections: 1).undisturbed
        configuration.policy = .none
        let judge = ResponseJudge { $0.url.hasSuffix("a") ? .refuse("it is the first") : .take }
        let client = try CachingClient(configuration: configuration, judge: judge)
        defer { client.shutdown() }
        let refused = await #expect(throws: FetchError.self) {
            try await client.load(ImageRequest(url: server.url("a")))
        }
        #expect(refused?.word == .declined)
        let taken = try await client.load(ImageRequest(url: server.url("b")))
        #expect(taken.bytes.count == SharingServer.bodySize)
        #expect(taken.metrics?.httpVersion == "HTTP/2" && taken.metrics?.isConnectionReused == true)
    }

    @Test func `a picture of a declined response fails with the reason declined`() async throws {
        let bench = try bench { _ in Self.page }
        defer { bench.stop() }
        let pipeline = try PicturePipeline(bench.client)
        defer { pipeline.shutdown() }
        await #expect {
            try await pipeline.picture(PictureRequest(url: bench.server.url + "/a"))
        } throws: {
            guard case PictureError.fetch(let error)? = $0 as? PictureError else { return false }
            return error.word == .declined
        }
    }
}
