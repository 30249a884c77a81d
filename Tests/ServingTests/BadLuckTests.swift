import Glibc
import HTTP
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Serving

/// Failing clients and machines.
@Suite(.timeLimit(.minutes(1))) struct BadLuckTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"

    @Test(arguments: ["GET / HTTP/1.1\r\nHost: o\r\nA: ", "GET /", "\r\n"])
    func `a slow head gets 408`(start: String) throws {
        let limits = ServingLimits(head: 40_000_000)
        let exchanges = try ServerBench.serving(EchoResponder(), limits: limits) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(start)
            while !client.isReadable(milliseconds: 1) { try client.send(start == "\r\n" ? "\r\n" : "a") }
            let response = try client.response()
            #expect(response?.head.status == 408)
            #expect(response?.head.fields["Connection"] == "close")
        }
        #expect(exchanges.map(\.status) == [408])
        #expect(exchanges.map(\.request) == [nil])
    }

    @Test func `a 1 MB target gets 414 and the next client is served`() throws {
        let exchanges = try ServerBench.serving(EchoResponder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(
                "GET /" + String(repeating: "a", count: 1_000_000) + " HTTP/1.1\r\nHost: o\r\n\r\n"
            )
            #expect(try client.response()?.head.status == 414)
            #expect(try client.response() == nil)
            let next = try LoopbackClient(port: server.port)
            try next.send(Self.get)
            #expect(try next.response()?.text == "/a")
        }
        #expect(exchanges.map(\.status) == [414, 200])
    }

    @Test func `a head after another request has its own timeout`() throws {
        try ServerBench.serving(EchoResponder(), limits: ServingLimits(head: 20_000_000)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get + "GET /b HT")
            #expect(try client.response()?.text == "/a")
            #expect(try client.response()?.head.status == 408)
            #expect(try client.response() == nil)
        }
    }

    @Test func `a stalled body gets 408`() throws {
        let limits = ServingLimits(idle: 20_000_000)
        let exchanges = try ServerBench.serving(EchoResponder(), limits: limits) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send("POST /p HTTP/1.1\r\nHost: o\r\nContent-Length: 5\r\n\r\nab")
            #expect(try client.response()?.head.status == 408)
            #expect(try client.response() == nil)
        }
        #expect(exchanges.map(\.request?.target) == ["/p"])
    }

    @Test func `a client that does not read is cut off, and its exchange records the bytes sent`() throws {
        let body = ServedBody([UInt8](repeating: 7, count: 30_000_000))
        let responder = EchoResponder { _ in ServedResponse(head: HTTPResponseHead(status: 200), body: body) }
        let limits = ServingLimits(connections: 1, idle: 30_000_000)
        let exchanges = try ServerBench.serving(responder, limits: limits, sendBuffer: 16_384) { server in
            let greedy = try LoopbackClient(port: server.port, receiveBuffer: 4096)
            try greedy.send(Self.get)
            #expect(greedy.isReadable(milliseconds: 30_000))
            // There is room for one connection: this one is served once the other has ended.
            let next = try LoopbackClient(port: server.port)
            try next.send("HEAD /b HTTP/1.1\r\nHost: o\r\n\r\n")
            #expect(try next.response(to: "HEAD")?.head.status == 200)
            #expect(throws: LoopbackClient.Failure.self) { try greedy.receiveToEnd() }
        }
        let cut = try #require(exchanges.first)
        #expect(cut.request?.target == "/a")
        #expect(cut.responseLastByte == nil && cut.bodyBytes > 0 && cut.bodyBytes < 30_000_000)
    }

    @Test func `a half-closed client gets its delayed response`() throws {
        let responder = EchoResponder { request in
            var response = ServedResponse.text(200, request.target)
            response.course.delay = 20_000_000
            return response
        }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get + Self.get)
            client.finishSending()
            #expect(try client.response()?.text == "/a")
            #expect(try client.response()?.text == "/a")
            #expect(try client.response() == nil)
        }
    }

    @Test func `pipelined input during a response is bounded`() throws {
        let setting = try ConversationSetting.ofNobody(EchoResponder())
        let conversation = HTTP1Conversation(setting, at: .zero)
        var taken = 0
        while conversation.acceptsInput, taken < 10_000_000 {
            conversation.receive([UInt8](repeating: 65, count: 16_384)[...], at: .zero)
            taken += 16_384
        }
        #expect(taken == 65_536)
    }

    @Test func `a server whose responder cannot start ends with its error`() throws {
        struct Unable: RequestResponder {
            func joined(_ loop: EventLoop) throws(SystemCallError) {
                throw SystemCallError("eventfd", errno: EMFILE)
            }

            func respond(to request: ServedRequest) -> ServedAnswer { .now(.text(200, "")) }

            func ended(_ exchange: ServedExchange) {}
        }
        let server = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: Unable(),
            clock: RunClock()
        )
        try server.start()
        #expect(Waiting.until { server.hasEnded })
        #expect(server.failure == SystemCallError("eventfd", errno: EMFILE))
        server.stop()
    }

    @Test func `a server out of descriptors reports it once and serves the waiting clients later`()
        async throws
    {
        await #expect(processExitsWith: .success) {
            let responder = try StarvingResponder()
            let server = try HTTPServer(
                listener: Listener(address: "127.0.0.1"),
                responder: responder,
                clock: RunClock()
            )
            try server.start()
            let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"
            var first: LoopbackClient? = try LoopbackClient(port: server.port)
            try first?.send(get)
            try #require(try first?.response()?.text == "/a")
            // The client takes the last descriptor.
            try DescriptorLimit.leave(1)
            let second = try LoopbackClient(port: server.port)
            try second.send(get)
            try #require(Readiness.wait(for: [responder.starved.raw], milliseconds: 20_000) == [true])
            try #require(!second.isReadable(milliseconds: 250))
            first = nil
            try #require(try second.response()?.text == "/a")
            try #require(responder.pauses.withLock { $0 } == [EMFILE])
            server.stop()
        }
    }
}
