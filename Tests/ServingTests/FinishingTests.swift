import HTTP
import LinuxIO
import Synchronization
import TestSupport
import Testing

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct FinishingTests {
    private static let get = "GET /a HTTP/1.1\r\nHost: o\r\n\r\n"

    private func wait(until isSo: () -> Bool) {
        let hasCome = Waiting.until(isSo)
        #expect(hasCome)
    }

    @Test func `finishing closes idle connections and ends the server`() throws {
        let exchanges = try ServerBench.serving(EchoResponder()) { server in
            let used = try LoopbackClient(port: server.port)
            let unused = try LoopbackClient(port: server.port)
            try used.send(Self.get)
            #expect(try used.response()?.text == "/a")
            #expect(!server.hasEnded)
            server.finish()
            #expect(try used.receiveToEnd() == [])
            #expect(try unused.receiveToEnd() == [])
            wait { server.hasEnded }
            #expect(server.failure == nil)
            #expect(throws: LoopbackClient.Failure.self) { try LoopbackClient(port: server.port) }
        }
        #expect(exchanges.count == 1)
    }

    @Test func `finishing completes the current response and ignores the next request`() throws {
        let body = [UInt8](repeating: 7, count: 4_000_000)
        let responder = EchoResponder { _ in
            ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(body))
        }
        let exchanges = try ServerBench.serving(responder, sendBuffer: 16_384) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get + Self.get)
            var received = try client.receive(atMost: 1000)
            server.finish()
            received += try client.receiveToEnd()
            #expect(received.count > body.count && received.count < body.count + 1000)
            wait { server.hasEnded }
        }
        #expect(exchanges.map { $0.responseLastByte != nil } == [true])
    }

    @Test func `finishing serves a partly received request as the connection's last`() throws {
        try ServerBench.serving(EchoResponder()) { server in
            let client = try LoopbackClient(port: server.port)
            // Without its last line end, which is one Character.
            try client.send(Self.get + String(Self.get.dropLast(1)))
            #expect(try client.response()?.head.fields["Connection"] == nil)
            server.finish()
            // Once no client can connect, the server's thread has been notified.
            wait { (try? LoopbackClient(port: server.port)) == nil }
            try client.send("\r\n")
            let last = try #require(try client.response())
            #expect(last.text == "/a" && last.head.fields["Connection"] == "close")
            #expect(try client.receiveToEnd() == [])
        }
    }

    private final class Arrival: Sendable {
        let hasCome = Atomic(false)
    }

    /// Answers a tenth of a second late, and reports that a request has arrived.
    private func late(_ arrival: Arrival) -> EchoResponder {
        EchoResponder { head in
            arrival.hasCome.store(true, ordering: .releasing)
            var response = ServedResponse.text(200, head.target)
            response.course.delay = 100_000_000
            return response
        }
    }

    @Test func `finishing waits for a delayed response`() throws {
        let arrival = Arrival()
        try ServerBench.serving(late(arrival)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            wait { arrival.hasCome.load(ordering: .acquiring) }
            server.finish()
            #expect(try client.response()?.text == "/a")
            wait { server.hasEnded }
        }
    }

    @Test func `stopping after finishing cuts off the remaining response`() throws {
        let responder = EchoResponder { _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                body: ServedBody([UInt8](repeating: 7, count: 4_000_000))
            )
        }
        let exchanges = try ServerBench.serving(responder, sendBuffer: 16_384) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(Self.get)
            _ = try client.receive(atMost: 1000)
            server.finish()
            #expect(!server.hasEnded)
            server.stop()
            #expect(server.hasEnded)
        }
        #expect(exchanges.map { $0.responseLastByte == nil } == [true])
    }

    @Test(.enabled(if: Program.find("curl") != nil, "needs curl"))
    func `finishing completes an HTTP/2 stream and ends its connection`() throws {
        let arrival = Arrival()
        let exchanges = try ServerBench.serving(late(arrival)) { server in
            let url = "http://127.0.0.1:\(server.port)/a"
            let curl = try Program("/usr/bin/curl", ["-sS", "--http2-prior-knowledge", url]).start()
            wait { arrival.hasCome.load(ordering: .acquiring) }
            server.finish()
            let output = try curl.finish()
            #expect(output.status == 0 && output.output == "/a", "\(output.errors)")
            wait { server.hasEnded }
        }
        #expect(exchanges.map { $0.responseLastByte != nil } == [true])
    }
}
