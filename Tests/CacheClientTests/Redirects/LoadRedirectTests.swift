import Dispatch
import HTTP
import LinuxIO
import Logs
import Synchronization
import TLS
import TestSupport
import Testing
import Wire

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct LoadRedirectTests {
    /// `/to/x` redirects to `/x`, `/far/n` in n steps to `/end`, `/round` to itself through `/about`.
    private static func lead(_ seen: TinyServer.Seen) -> TinyServer.Reply? {
        let parts = seen.path.split(separator: "/")
        switch parts.first {
        case "to": return .answer(302, headers: ["Location: /\(parts[1])"], body: [9, 9])
        case "far":
            let left = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
            return .answer(307, headers: ["Location: \(left > 1 ? "/far/\(left - 1)" : "/end")"])
        case "round": return .answer(301, headers: ["Location: /about"])
        case "about": return .answer(308, headers: ["Location: /round"])
        case "nowhere": return .answer(302, headers: ["Location: ftp://example.com/a"])
        case "silent": return .answer(303)
        default: return nil
        }
    }

    private func bench(_ configuration: Configuration = Configuration(revalidate: .never)) throws
        -> ClientBench
    {
        try ClientBench(configuration) { Self.lead($0) }
    }

    @Test func `a redirected image is cached under the requested URL`()
        async throws
    {
        let bench = try bench()
        defer { bench.stop() }
        let response = await bench.load("/to/a")
        #expect(response.bytes == [1, 2, 3])
        #expect(response.source == .network)
        #expect(response.status == 200)
        let metrics = try #require(response.metrics)
        #expect(metrics.url == bench.server.url + "/a")
        #expect(
            metrics.redirects == [
                Redirect(status: 302, from: bench.server.url + "/to/a", to: bench.server.url + "/a")
            ]
        )
        #expect(metrics.bodyBytes == 5)
        #expect(metrics.sentBytes == bench.server.seen.map(\.head.utf8.count).reduce(0, +))
        #expect(metrics.redirecting > .zero && metrics.redirecting < metrics.total)
        #expect(await bench.load("/to/a").source == .memory)
        bench.client.forget(.memory)
        #expect(await bench.load("/to/a").source == .disk)
        #expect(bench.server.paths == ["/to/a", "/a"])
        #expect(await bench.load("/a").source == .network)
    }

    @Test func `each redirect is timed, even if the chain fails`()
        async throws
    {
        let bench = try bench(Configuration(policy: .none, redirects: RedirectRules(most: 2)))
        defer { bench.stop() }
        let url = bench.server.url
        let response = await bench.load("/far/2")
        let hops = response.measurement.redirects
        #expect(hops.map(\.url) == [url + "/far/2", url + "/far/1"])
        #expect(hops.map(\.location) == [url + "/far/1", url + "/end"])
        #expect(hops.map(\.status) == [307, 307])
        let exchange = try #require(response.exchange)
        var last = response.start
        for hop in hops {
            let (request, first, end) = try (
                #require(hop.request), #require(hop.firstByte), #require(hop.lastByte)
            )
            #expect(last <= request && request <= first && first <= end)
            #expect(hop.duration == end - request)
            #expect(hop.clientPort == exchange.localPort)
            last = end
        }
        #expect(last <= exchange.requestFirstByte)
        let far = await bench.load("/far/3")
        #expect(far.error?.word == .redirect)
        #expect(far.measurement.redirects.map(\.url) == [url + "/far/3", url + "/far/2"])
        #expect(await bench.load("/end").measurement.redirects.isEmpty)
    }

    @Test func `follows up to the maximum number of redirects`() async throws {
        let bench = try bench(Configuration(policy: .none, redirects: RedirectRules(most: 3)))
        defer { bench.stop() }
        let near = await bench.load("/far/3")
        #expect(near.metrics?.redirects.map(\.to).last == bench.server.url + "/end")
        #expect(near.metrics?.redirects.count == 3)
        let far = await bench.load("/far/4")
        #expect(far.error?.word == .redirect)
        #expect(far.error?.sentence == "\(bench.server.url)/far/4 redirects more than 3 times")
        #expect(bench.server.seen.count == 4 + 4)
    }

    @Test func `without following redirects the status is the error`() async throws {
        let bench = try bench(Configuration(policy: .none, redirects: .none))
        defer { bench.stop() }
        let response = await bench.load("/to/a")
        #expect(response.error?.word == .status)
        #expect(response.wireStatus == 302)
        #expect(bench.server.paths == ["/to/a"])
    }

    @Test
    func `an invalid redirect or a loop is a redirect error, a missing Location a status error`()
        async throws
    {
        let bench = try bench()
        defer { bench.stop() }
        #expect(await bench.load("/nowhere").error?.word == .redirect)
        #expect(await bench.load("/silent").error?.word == .status)
        let round = await bench.load("/round")
        #expect(round.error?.word == .redirect)
        let url = bench.server.url
        #expect(
            round.error?.sentence
                == "redirects form a loop: \(url)/round to \(url)/about to \(url)/round"
        )
        #expect(bench.client.counters.memoryBytes == 0)
    }

    @Test func `credentials and cookies are not sent to another host`() async throws {
        let other = try TinyServer { _ in .answer(200, body: [7]) }
        defer { other.stop() }
        let there = other.url
        let bench = try ClientBench { seen in
            seen.path == "/a" ? .answer(302, headers: ["Location: \(there)/b"]) : nil
        }
        defer { bench.stop() }
        var request = bench.request("/a")
        request.headers = ["Authorization": "Bearer t", "Cookie": "c=d", "X-Other": "o"]
        #expect(await bench.load(request).bytes == [7])
        let (first, second) = (try #require(bench.server.seen.first), try #require(other.seen.first))
        #expect(first.field("authorization") == "Bearer t")
        #expect(first.field("cookie") == "c=d")
        #expect(second.field("authorization") == nil)
        #expect(second.field("cookie") == nil)
        #expect(second.field("x-other") == "o")
        #expect(second.field("host") == String(there.dropFirst("http://".count)))
    }

    @Test func `a handler can change the redirected request or refuse it`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let asked = Mutex<[Redirect]>([])
        var request = bench.request("/to/a")
        request.redirects = RedirectHandler { redirect, outgoing in
            asked.withLock { $0.append(redirect) }
            var outgoing = outgoing
            outgoing[header: "X-Step"] = "\(redirect.status)"
            return outgoing
        }
        #expect(await bench.load(request).bytes == [1, 2, 3])
        #expect(bench.server.seen.map { $0.field("x-step") } == [nil, "302"])
        #expect(asked.withLock { $0.map(\.to) } == [bench.server.url + "/a"])
        request.source = .url(bench.server.url + "/to/b")
        request.redirects = RedirectHandler { _, _ in nil }
        let refused = await bench.load(request)
        #expect(refused.error?.word == .redirect)
        #expect(refused.wireStatus == 302)
        #expect(bench.server.paths == ["/to/a", "/a", "/to/b"])
    }

    @Test func `cancelling answers at once while a redirect handler is running`() async throws {
        let bench = try bench()
        defer { bench.stop() }
        let began = AsyncStream<Void>.makeStream()
        var request = bench.request("/to/a")
        request.redirects = RedirectHandler { _, outgoing in
            began.continuation.yield()
            try? await Task.sleep(for: .seconds(1000))
            return outgoing
        }
        let words = Mutex<[FetchError.Word?]>([])
        let load = bench.client.load(request) { answer in words.withLock { $0.append(answer.error?.word) } }
        _ = await began.stream.first { _ in true }
        load?.cancel()
        #expect(words.withLock { $0 } == [.cancelled])
        bench.client.shutdown()
        #expect(words.withLock { $0 } == [.cancelled])
        #expect(bench.server.paths == ["/to/a"])
    }

    @Test func `conditions survive a redirect, and the final 304 revalidates`() async throws {
        let bench = try bench(Configuration(revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load("/to/a")
        let again = await bench.load("/to/a")
        #expect(again.source == .revalidated)
        #expect(again.bytes == [1, 2, 3])
        #expect(again.metrics?.status == 304)
        #expect(bench.conditions("/a") == [nil, "\"1\""])
    }

    @Test func `callers of one URL share every redirect`() async throws {
        let gate = DispatchSemaphore(value: 0)
        let isFirst = Atomic(true)
        let bench = try ClientBench(Configuration(policy: .none)) { seen in
            if isFirst.exchange(false, ordering: .relaxed) { gate.wait() }
            return Self.lead(seen)
        }
        defer { bench.stop() }
        let url = bench.server.url
        let responses = try await withThrowingTaskGroup(of: ImageResponse.self) { group in
            for _ in 0..<20 { group.addTask { await bench.load("/far/3") } }
            #expect(try await Waiting.inTask { bench.client.open.all.count == 20 })
            gate.signal()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(responses.allSatisfy { $0.bytes == [1, 2, 3] && $0.metrics?.url == url + "/end" })
        #expect(responses.contains { $0.metrics?.isShared == true })
        #expect(bench.server.seen.count < 80)
    }

    /// Lifetimes of the redirect and of the final image, and whether the second load asks the origin.
    @Test(
        arguments: [
            (302, nil, "max-age=1000", true), (302, "max-age=1000", "max-age=1000", false),
            (302, "max-age=10", "max-age=1000", true), (301, nil, "max-age=1000", true),
            (308, "max-age=1000", "max-age=1000", false), (302, "no-store", "max-age=1000", true),
        ] as [(Int, String?, String, Bool)]
    )
    func `HTTP freshness of a redirected image is limited by its redirect`(
        status: Int,
        way: String?,
        image: String,
        asks: Bool
    ) async throws {
        let bench = try ClientBench(Configuration(revalidate: .http)) { seen in
            guard seen.path == "/a" else { return nil }
            let control = way.map { ["Cache-Control: \($0)"] } ?? []
            return .answer(status, headers: ["Location: /b"] + control)
        }
        defer { bench.stop() }
        bench.set("/b", .init(headers: ["Cache-Control: \(image)"]))
        _ = await bench.load("/a")
        bench.calendar.advance(by: 100_000_000_000)
        let again = await bench.load("/a")
        #expect(again.bytes == [1, 2, 3])
        #expect((again.source == .memory) == !asks)
        #expect(bench.server.paths.count == (asks ? 4 : 2))
    }

    @Test func `the timeout covers the whole redirect chain`() throws {
        var request = TransferRequest(
            id: 1,
            url: "http://a/",
            endpoint: try #require(URLEndpoint(url: "http://a/")),
            fields: HTTPFields(),
            queuedAt: Instant(nanoseconds: 500),
            settings: TransferSettings(Configuration(timeout: .nanoseconds(1000)))
        ) { _ in }
        #expect(request.deadline == Instant(nanoseconds: 1500))
        request.chainQueuedAt = Instant(nanoseconds: 200)
        #expect(request.deadline == Instant(nanoseconds: 1200))
    }

    @Test func `follows a redirect from http to https`() async throws {
        let clock = RunClock()
        let secure = try SharingServer(TLSParameters(applicationProtocols: ["h2", "http/1.1"]), clock: clock)
        defer { secure.stop() }
        let there = secure.url("x")
        let clear = try TinyServer { _ in .answer(301, headers: ["Location: \(there)"]) }
        defer { clear.stop() }
        var configuration = secure.configuration(.negotiated)
        configuration.policy = .none
        let client = try CachingClient(configuration: configuration.undisturbed)
        defer { client.shutdown() }
        let response = try await client.load(ImageRequest(url: clear.url + "/a"))
        #expect(response.bytes.count == SharingServer.bodySize)
        #expect(response.metrics?.httpVersion == "HTTP/2")
        #expect(response.metrics?.encryption ?? .zero > .zero)
    }
}
