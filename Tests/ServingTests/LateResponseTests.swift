import HTTP
import HTTP2
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct LateResponseTests {
    /// Responses made by the test at any time, for all targets that begin with `/late`.
    private final class Kitchen: Sendable {
        private let orders = Mutex<[String: LateResponse]>([:])

        func answer(_ request: ServedRequest) -> ServedAnswer {
            let target = request.head.target
            guard target.hasPrefix("/late") else { return .now(.text(200, target)) }
            let late = LateResponse()
            orders.withLock { $0[target] = late }
            return .late(late)
        }

        /// Waits until the target was requested.
        func order(_ target: String) throws -> LateResponse {
            let isHere = Waiting.until { orders.withLock { $0[target] != nil } }
            #expect(isHere)
            return try #require(orders.withLock { $0[target] })
        }

        func serve(_ target: String) throws {
            try order(target).fulfil(.text(200, target))
        }
    }

    private let kitchen = Kitchen()
    private let responder: EchoResponder

    init() {
        responder = .answering { [kitchen] in kitchen.answer($0) }
    }

    private func get(_ targets: String...) -> String {
        targets.map { "GET \($0) HTTP/1.1\r\nHost: o\r\n\r\n" }.joined()
    }

    @Test func `pipelined requests wait for a late response, other connections do not`() throws {
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/late", "/b"))
            let order = try kitchen.order("/late")
            let other = try LoopbackClient(port: server.port)
            try other.send(get("/c"))
            #expect(try other.response()?.text == "/c")
            try client.send(get("/d"))
            #expect(order.made == nil && !order.isUnwanted)
            order.fulfil(.text(200, "here"))
            // Only the first counts.
            order.fulfil(.text(200, "again"))
            #expect(try client.response()?.text == "here")
            #expect(try client.response()?.text == "/b")
            #expect(try client.response()?.text == "/d")
        }
        #expect(exchanges.map { $0.request?.target } == ["/c", "/late", "/b", "/d"])
        #expect(exchanges.filter { $0.request?.target != "/c" }.map(\.order) == [0, 1, 2])
        #expect(exchanges.allSatisfy { $0.status == 200 && $0.responseLastByte != nil })
    }

    @Test func `HTTP/2 streams do not wait for each other`() throws {
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/late/1", on: 1), .get("/late/3", on: 3), .get("/5", on: 5))
            try connection.receive(5)
            #expect(!connection.isEnded(1) && !connection.isEnded(3))
            try kitchen.serve("/late/3")
            try connection.receive(3)
            try kitchen.serve("/late/1")
            try connection.receive(1)
            #expect([1, 3, 5].map(connection.text) == ["/late/1", "/late/3", "/5"])
        }
        #expect(exchanges.map(\.stream) == [5, 3, 1])
    }

    @Test func `the request body may end while the response is being made`() throws {
        let responder = EchoResponder.answering(.decline) { [kitchen] in kitchen.answer($0) }
        try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(
                .request(HTTP2Frame.pseudo("POST", "/late"), on: 1, endsStream: false),
                .data([1, 2, 3], on: 1, endsStream: true),
                .get("/3", on: 3)
            )
            try connection.receive(3)
            try kitchen.serve("/late")
            try connection.receive(1)
            #expect(connection.text(1) == "/late")
            #expect(connection.reset(1) == nil)
        }
    }

    @Test func `a response fulfilled in advance is sent at once`() throws {
        let responder = EchoResponder.answering { request in
            let late = LateResponse()
            late.fulfil(.text(200, request.head.target))
            return .late(late)
        }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/a", "/b"))
            #expect(try client.response()?.text == "/a")
            #expect(try client.response()?.text == "/b")
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/1", on: 1))
            try connection.receive(1)
            #expect(connection.text(1) == "/1")
        }
    }

    @Test func `a client that disconnects abandons the response, and its request is recorded`() throws {
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/late/1"))
            let first = try kitchen.order("/late/1")
            client.reset()
            #expect(Waiting.until { first.isUnwanted })
            first.fulfil(.text(200, "for nobody"))
            #expect(first.made == nil)

            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/late/2", on: 1))
            let second = try kitchen.order("/late/2")
            try connection.send(.reset(1, 8), .get("/3", on: 3))
            try connection.receive(3)
            #expect(second.isUnwanted)
        }
        #expect(exchanges.map { $0.request?.target } == ["/late/1", "/late/2", "/3"])
        #expect(exchanges.map(\.status) == [0, 0, 200])
        #expect(exchanges.map { $0.responseFirstByte != nil } == [false, false, true])
    }

    @Test func `a half-closed client gets the response`() throws {
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/late"))
            client.finishSending()
            try kitchen.serve("/late")
            #expect(try client.response()?.text == "/late")
            #expect(try client.receiveToEnd() == [])
        }
    }

    @Test func `while the response is held a half-closed client counts as gone`() throws {
        let exchanges = try ServerBench.serving(responder) { server in
            for isHeldFirst in [true, false] {
                let client = try LoopbackClient(port: server.port)
                try client.send(get("/late/\(isHeldFirst)"))
                let order = try kitchen.order("/late/\(isHeldFirst)")
                if isHeldFirst { order.hold(true) }
                client.finishSending()
                if !isHeldFirst { order.hold(true) }
                #expect(Waiting.until { order.isUnwanted })
            }
        }
        #expect(exchanges.map(\.status) == [0, 0])
    }

    @Test func `finishing waits for a late response, stopping does not`() throws {
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/late/1"))
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/late/2", on: 1))
            _ = try kitchen.order("/late/2")
            let order = try kitchen.order("/late/1")
            server.finish()
            // Once no client can connect, the server's thread has been notified.
            #expect(Waiting.until { (try? LoopbackClient(port: server.port)) == nil })
            #expect(!server.hasEnded && !order.isUnwanted)
            try kitchen.serve("/late/1")
            let response = try client.response()
            #expect(response?.text == "/late/1")
            #expect(response?.head.fields["Connection"] == "close")
            try kitchen.serve("/late/2")
            try connection.receiveToEnd()
            #expect(connection.text(1) == "/late/2")
            #expect(Waiting.until { server.hasEnded })
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get("/late/3"))
            let order = try kitchen.order("/late/3")
            server.stop()
            #expect(order.isUnwanted)
        }
        #expect(exchanges.last?.status == 0)
    }

    @Test func `waiting for a late response does not count as idle`() throws {
        let second: Int64 = 1_000_000_000
        try ServerBench.serving(responder, limits: ServingLimits(idle: 2 * second)) { server in
            let clients = try ["/late/1", "/late/2"].map { target in
                let client = try LoopbackClient(port: server.port)
                try client.send(get(target))
                return client
            }
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/late/3", on: 1))
            _ = try kitchen.order("/late/3")
            // Longer than a client may be idle.
            Readiness.wait(for: [], milliseconds: 2500)
            for (index, client) in clients.enumerated() {
                try kitchen.serve("/late/\(index + 1)")
                #expect(try client.response()?.text == "/late/\(index + 1)")
            }
            try kitchen.serve("/late/3")
            try connection.receive(1)
            #expect(connection.text(1) == "/late/3")
        }
    }

    @Test func `the maker is called once when the response is abandoned`() {
        let calls = Mutex(0)
        let late = LateResponse()
        late.whenUnwanted { calls.withLock { $0 += 1 } }
        late.giveUp()
        late.giveUp()
        #expect(calls.withLock { $0 } == 1)
        late.whenUnwanted { calls.withLock { $0 += 1 } }
        #expect(calls.withLock { $0 } == 2)
    }

    @Test func `abandoning a fulfilled response abandons its content`() {
        let late = LateResponse()
        let content = BodyStream()
        late.fulfil(ServedResponse(head: HTTPResponseHead(status: 200), stream: content))
        late.giveUp()
        #expect(content.isAbandoned && late.isUnwanted)
    }
}
