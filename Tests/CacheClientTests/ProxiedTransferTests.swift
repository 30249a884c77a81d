import LinuxIO
import Testing
import Wire

@testable import CacheClient

/// Transfers through a proxy; `CONNECT` is tried with netlab's own, by scenarios.
@Suite(.timeLimit(.minutes(1)))
struct ProxiedTransferTests {
    private func load(_ url: String, _ configuration: Configuration) async throws -> ImageResponse {
        let client = try CachingClient(configuration: configuration)
        defer { client.shutdown() }
        return try await client.load(ImageRequest(url: url))
    }

    @Test func `a proxy gets the absolute URL, regardless of the hosts table`() async throws {
        let proxy = try TinyServer { _ in .answer(200, body: [1, 2, 3]) }
        defer { proxy.stop() }
        let configuration = Configuration(
            policy: .none,
            http: .http2,
            hosts: ["images.test": "127.0.0.9:1"],
            proxy: proxy.url
        )
        let response = try await load("http://images.test/a.jpg", configuration)
        #expect(response.bytes == [1, 2, 3])
        let seen = try #require(proxy.seen.first)
        // In the clear it is asked by HTTP/1.1.
        #expect(seen.head.hasPrefix("GET http://images.test/a.jpg HTTP/1.1\r\n"), "\(seen.head)")
    }

    @Test func `settings with different proxies are not equal`() {
        let direct = TransferSettings(Configuration())
        let proxied = TransferSettings(Configuration(proxy: "http://127.0.0.1:1"))
        #expect(direct != proxied && proxied == TransferSettings(Configuration(proxy: "http://127.0.0.1:1")))
    }
}
