import Glibc
import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

/// A conversation on a real socket, whose bytes arrive when the test says.
@Suite(.timeLimit(.minutes(1))) struct HTTP1ConversationTests {
    private final class Bench {
        let conversation: HTTP1Conversation
        private let client: LoopbackClient
        private let transport: Transport

        init(_ responder: EchoResponder) throws {
            let listener = try Listener(address: "127.0.0.1")
            client = try LoopbackClient(port: listener.port)
            Readiness.wait(for: [listener.socket.raw], milliseconds: 20_000)
            guard let socket = try listener.socket.accept() else {
                throw SystemCallError("accept", errno: EAGAIN)
            }
            transport = .plain(PlainStream(socket))
            conversation = HTTP1Conversation(try .ofNobody(responder), at: .zero)
        }

        /// Hands on what arrives at that instant, and lets the conversation go on as far as it can.
        func receive(_ text: String, at instant: Instant) throws {
            conversation.receive(Array(text.utf8)[...], at: instant)
            var now = instant
            while case .goOn = try conversation.step(on: transport, at: &now) {}
        }
    }

    private static let put = "PUT /a HTTP/1.1\r\nHost: o\r\nContent-Length: 3\r\n\r\n"

    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test func `a body that arrives after its response does not belong to a later request`() throws {
        let responder = EchoResponder.answering(.stream()) { .now(.text(200, $0.head.target)) }
        let bench = try Bench(responder)
        try bench.receive(Self.put, at: at(1))
        try bench.receive("abc", at: at(2))
        try bench.receive("GET /b HTTP/1.1\r\nHost: o\r\n\r\n", at: at(3))
        #expect(responder.ended.map(\.requestFirstByte) == [at(1), at(3)])
        #expect(responder.ended.map(\.requestLastByte) == [at(1), at(3)])
    }

    @Test func `the delay of a late response counts from the end of the body`() throws {
        let late = LateResponse()
        let bench = try Bench(.answering(.stream()) { _ in .late(late) })
        try bench.receive(Self.put, at: at(1))
        try bench.receive("abc", at: at(5))
        var response = ServedResponse.text(200, "")
        response.course.delay = 1000
        late.fulfil(response)
        try bench.receive("GET /b HTTP/1.1\r\nHost: o\r\n\r\n", at: at(9))
        #expect(bench.conversation.nextInstant(at: at(9)) == at(1005))
    }
}
