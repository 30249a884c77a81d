import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing

/// Exchanges that carry many messages: they are counted while they pass.
@Suite(.timeLimit(.minutes(1)))
struct MessageTrafficTests {
    /// A server that switches to a protocol, in which it says everything twice: once itself, once as an echo.
    private static func switching(to name: String) throws -> ProxyBench {
        try ProxyBench(answer: { request in
            guard request.head.fields["Upgrade"] != nil else { return .now(.text(400, "no upgrade")) }
            let stream = BodyStream()
            let head = HTTPResponseHead(status: 101, fields: ["Upgrade": name, "Connection": "Upgrade"])
            stream.write([0x81, 2, 0x68, 0x69])
            return .now(ServedResponse(head: head, takeover: .tunnel(fromClient: stream, toClient: stream)))
        })
    }

    /// Says these bytes to a server that echoes, and leaves when they are back.
    private static func talk(to bench: ProxyBench, _ bytes: [UInt8], greeting: Int) throws {
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(
            "GET \(bench.plain)/ HTTP/1.1\r\nHost: x\r\nUpgrade: any\r\nConnection: Upgrade\r\n\r\n"
        )
        var head = ""
        while !head.hasSuffix("\r\n\r\n") {
            head += String(decoding: try client.receive(atMost: 1), as: UTF8.self)
        }
        try client.send(bytes)
        var back = 0
        while back < greeting + bytes.count { back += try client.receive().count }
        client.finishSending()
    }

    @Test(arguments: ["websocket", "WebSocket"])
    func `WebSocket messages are counted in each direction`(_ name: String) throws {
        let bench = try Self.switching(to: name)
        // A message in two frames with a ping between them, and one that is masked.
        let bytes: [UInt8] = [1, 1, 65, 0x89, 0, 0x80, 1, 66, 0x82, 0x83, 1, 2, 3, 4, 9, 9, 9]
        try Self.talk(to: bench, bytes, greeting: 4)
        let facts = try #require(bench.exchanges(1).first?.server)
        let echoed = MessageCount(messages: 2, bytes: 5)
        let received = MessageCount(messages: 3, bytes: 7)
        #expect(facts.messages == MessageTraffic(.webSocket, sent: echoed, received: received))
        #expect(facts.requestBodyBytes == bytes.count && facts.responseBodyBytes == 4 + bytes.count)
    }

    @Test func `bytes of other upgraded protocols are not counted as messages`() throws {
        let bench = try Self.switching(to: "echo")
        try Self.talk(to: bench, [0x81, 1, 65], greeting: 4)
        let facts = try #require(bench.exchanges(1).first?.server)
        #expect(facts.messages == nil && facts.responseBodyBytes == 7)
    }

    @Test(
        arguments: [
            (["Content-Type": "text/event-stream; charset=utf-8"], 2),
            (["Content-Type": "Text/Event-Stream", "Content-Encoding": "identity"], 2),
            (["Content-Type": "text/event-stream", "Content-Encoding": "gzip"], nil),
            (["Content-Type": "text/plain"], nil),
        ] as [(HTTPFields, Int?)]
    )
    func `events of a stream are counted if it is readable`(_ fields: HTTPFields, _ events: Int?) throws {
        let text = "data: one\n\n: still here\n\ndata: two\nid: 2\n\n"
        let bench = try ProxyBench(answer: { _ in
            .now(
                ServedResponse(
                    head: HTTPResponseHead(status: 200, fields: fields),
                    body: ServedBody(Array(text.utf8))
                )
            )
        })
        _ = try bench.curl("\(bench.plain)/")
        let facts = try #require(bench.exchanges(1).first?.server)
        #expect(facts.messages?.received.messages == events)
        if events != nil {
            #expect(facts.messages?.kind == .events && facts.messages?.received.bytes == text.utf8.count)
            #expect(facts.messages?.sent == MessageCount())
        }
    }
}
