import HTTP
import Testing
import Wire

@testable import CacheClient

@Suite struct RequestConnectionTests {
    private let table = ConnectionTable()

    private func connection(_ http: HTTPVersions) throws -> RequestConnection {
        let endpoint = try #require(URLEndpoint(url: "http://a.test/"))
        let request = TransferRequest(
            id: 1,
            url: "http://a.test/",
            endpoint: endpoint,
            fields: HTTPFields(),
            queuedAt: Instant(nanoseconds: 0),
            settings: TransferSettings(Configuration(http: http))
        ) { _ in
        }
        let host = table.host(at: endpoint)
        table.began(host)
        return RequestConnection(for: request, to: host, table)
    }

    private func ready(_ connection: inout RequestConnection, _ port: Int, isNew: Bool) -> Bool {
        let key = ConnectionKey(localPort: port, address: "::1", port: 80)
        return connection.ready(key, isNew: isNew, opened: nil, agreed: nil)
    }

    @Test func `requests are numbered per connection and use odd stream IDs`() throws {
        for order in 0..<3 {
            var connection = try connection(.http2)
            #expect(ready(&connection, 7, isNew: order == 0))
            connection.requestSent()
            #expect(connection.order == order && connection.stream == 2 * order + 1)
        }
    }

    @Test func `HTTP/1 has no stream and does not share connections`() throws {
        var connection = try connection(.http1)
        #expect(ready(&connection, 7, isNew: true))
        connection.requestSent()
        #expect(connection.stream == nil && connection.isShared == false)
    }

    @Test func `a new connection opened instead of joining one is given up`() throws {
        var first = try connection(.http2)
        _ = first.begin(opensNew: false)
        #expect(ready(&first, 7, isNew: true))
        var second = try connection(.http2)
        _ = second.begin(opensNew: false)
        #expect(!ready(&second, 8, isNew: true))
        #expect(second.isLost && second.key == nil && second.attempts == 1)
    }

    @Test func `a stream ID reported by libcurl overrides the counted one`() throws {
        var connection = try connection(.http2)
        #expect(ready(&connection, 7, isNew: true))
        var text = "Using Stream ID: 9 (easy handle 0x1)\n"
        text.withUTF8 { connection.read(UnsafeRawBufferPointer($0)) }
        connection.requestSent()
        #expect(connection.stream == 9)
    }
}
