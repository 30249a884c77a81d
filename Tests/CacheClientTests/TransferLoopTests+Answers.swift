import HTTP
import LinuxIO
import Logs
import Testing

@testable import CacheClient

/// Complete answers in every framing.
extension TransferLoopTests {
    @Test func `reads a body up to the connection's end and joins chunks`() async throws {
        let server = try TinyServer { seen in
            seen.path == "/open"
                ? .raw("HTTP/1.1 200 OK\r\neTaG:  W/\"q\"  \r\n\r\nabcde")
                : .raw(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n3\r\ncde\r\n0\r\n\r\n"
                )
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let open = try await get(loop, server.url + "/open")
        #expect(open.body == Array("abcde".utf8))
        #expect(open.fields["ETag"] == "W/\"q\"")
        let chunked = try await get(loop, server.url + "/chunked")
        #expect(chunked.body == Array("abcde".utf8))
        #expect(chunked.fields["ETag"] == nil)
    }

    @Test func `progress samples of a body in many pieces are capped and end with its last byte`()
        async throws
    {
        let pieces = IncomingBody.mostSamples + 1000
        let server = try TinyServer { _ in
            .raw(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + String(repeating: "1\r\nx\r\n", count: pieces) + "0\r\n\r\n"
            )
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let exchange = try #require(try await get(loop, server.url).exchange)
        #expect(exchange.bodyBytes == pieces)
        #expect(exchange.progress.count == IncomingBody.mostSamples)
        #expect(exchange.progress.first?.bytes == 1)
        #expect(exchange.progress.last?.bytes == pieces)
        #expect(exchange.progress.last?.at == exchange.responseLastByte)
    }

    @Test func `a 304 response ends with its header`() async throws {
        let server = try TinyServer { _ in .answer(304) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, server.url, ifNoneMatch: "\"a\"")
        #expect(outcome.status == 304)
        #expect(outcome.exchange?.bodyBytes == 0)
        #expect(outcome.exchange?.progress == [])
        #expect(outcome.exchange?.responseLastByte == outcome.stamps.responseLastByte)
    }

    @Test func `header fields of an interim response are ignored`() async throws {
        let server = try TinyServer { _ in
            .raw("HTTP/1.1 103 Early\r\nETag: \"no\"\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, server.url)
        #expect(outcome.status == 200)
        #expect(outcome.fields["ETag"] == nil)
    }

    @Test func `a large body arrives complete with monotonic progress`() async throws {
        let tile = (0..<256).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let body = (0..<12_000).reduce(into: [UInt8]()) { body, _ in body += tile }
        let server = try TinyServer { _ in .answer(200, body: body) }
        defer { server.stop() }
        let loop = try TransferLoop(clock: clock, events: nil)
        let outcome = try await get(loop, server.url)
        #expect(outcome.body == body)
        let progress = try #require(outcome.exchange?.progress)
        #expect(progress.map(\.bytes) == progress.map(\.bytes).sorted())
        #expect(progress.map(\.at) == progress.map(\.at).sorted())
        #expect(progress.last?.bytes == body.count)
    }
}
