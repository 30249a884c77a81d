import Dispatch
import LinuxIO
import Serving
import TLS
import Testing

@testable import CacheClient

@Suite(.timeLimit(.minutes(1)))
struct TransferMetricsTests {
    @Test func `a transfer has metrics, a cache hit does not`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .never))
        defer { bench.stop() }
        bench.set("/a", .init(body: [UInt8](repeating: 3, count: 5000)))
        let metrics = try #require(await bench.load("/a").metrics)
        let seen = try #require(bench.server.seen.first)
        #expect(metrics.url == bench.server.url + "/a")
        #expect(metrics.status == 200)
        #expect(metrics.httpVersion == "HTTP/1.1")
        #expect(!metrics.isConnectionReused)
        #expect(!metrics.isShared)
        #expect(metrics.connect > .zero)
        #expect(metrics.encryption == .zero)
        #expect(metrics.firstByte >= metrics.nameLookup + metrics.connect)
        #expect(metrics.total >= metrics.firstByte)
        #expect(metrics.redirecting == .zero)
        #expect(metrics.sentBytes == seen.head.utf8.count)
        #expect(metrics.bodyBytes == 5000)
        #expect(metrics.receivedBytes == metrics.headerBytes + 5000)
        #expect(metrics.redirects.isEmpty)
        #expect(await bench.load("/a").metrics == nil)
        bench.client.forget(.memory)
        #expect(await bench.load("/a").metrics == nil)
    }

    @Test func `a reused connection has no setup times, and a 304 has no body`() async throws {
        let bench = try ClientBench(Configuration(revalidate: .always))
        defer { bench.stop() }
        _ = await bench.load("/a")
        let metrics = try #require(await bench.load("/a").metrics)
        #expect(metrics.isConnectionReused)
        #expect(metrics.nameLookup == .zero && metrics.connect == .zero && metrics.encryption == .zero)
        #expect(metrics.status == 304)
        #expect(metrics.bodyBytes == 0)
    }

    @Test func `an error status has metrics, a missing response does not`() async throws {
        let bench = try ClientBench { $0.path == "/b" ? .raw("") : .answer(404, body: [1, 2]) }
        defer { bench.stop() }
        #expect(await bench.load("/a").metrics?.status == 404)
        #expect(await bench.load("/b").metrics == nil)
    }

    @Test func `the TLS handshake is measured separately`() async throws {
        let server = try SharingServer(TLSParameters(), [.http1], clock: RunClock())
        defer { server.stop() }
        var configuration = server.configuration(.http1)
        configuration.policy = .none
        let client = try CachingClient(configuration: configuration.undisturbed)
        defer { client.shutdown() }
        let first = try #require(try await client.load(ImageRequest(url: server.url("a"))).metrics)
        #expect(first.encryption > .zero)
        #expect(first.firstByte >= first.nameLookup + first.connect + first.encryption)
        #expect(first.bodyBytes == SharingServer.bodySize)
        let second = try #require(try await client.load(ImageRequest(url: server.url("b"))).metrics)
        #expect(second.encryption == .zero)
    }

    @Test func `speed is the body size over the time spent receiving it`() throws {
        var metrics = TransferMetrics(
            url: "",
            status: 200,
            httpVersion: "HTTP/2",
            isConnectionReused: true,
            nameLookup: .zero,
            connect: .zero,
            encryption: .zero,
            firstByte: .seconds(1),
            total: .seconds(3),
            sentBytes: 100,
            headerBytes: 50,
            bodyBytes: 4000
        )
        #expect(metrics.bytesPerSecond == 2000)
        let hop = Redirect(status: 302, from: "a", to: "b")
        let both = metrics.following(metrics, by: [hop])
        #expect(both.total == .seconds(6))
        #expect(both.redirecting == .seconds(3))
        #expect(both.bytesPerSecond == 4000)
        #expect((both.sentBytes, both.headerBytes, both.bodyBytes) == (200, 100, 8000))
        #expect(both.redirects == [hop])
        metrics.total = .seconds(1)
        #expect(metrics.bytesPerSecond == nil)
    }
}
