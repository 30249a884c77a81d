import HTTP
import LinuxIO
import Synchronization
import TestSupport
import Testing
import Wire

@testable import Serving

@Suite(.timeLimit(.minutes(1))) struct StreamedResponseTests {
    private let content = BodyStream()

    private func responder(
        _ head: HTTPResponseHead = HTTPResponseHead(status: 200),
        framing: BodyFraming = .length,
        interim: [HTTPResponseHead] = []
    ) -> EchoResponder {
        EchoResponder { [content] _ in
            ServedResponse(head: head, stream: content, framing: framing, interim: interim)
        }
    }

    private func get(_ method: String = "GET", version: String = "1.1") -> String {
        "\(method) / HTTP/\(version)\r\nHost: o\r\n\r\n"
    }

    private func read(_ client: LoopbackClient, _ text: String) throws {
        var received = ""
        while received.count < text.count {
            let bytes = try client.receive(atMost: text.utf8.count - received.utf8.count)
            if bytes.isEmpty { break }
            received += String(decoding: bytes, as: UTF8.self)
        }
        #expect(received == text)
    }

    @Test func `a delay holds back only the head`() throws {
        let delay: Nanoseconds = 60_000_000
        let exchanges = try ServerBench.serving(
            EchoResponder { [content] _ in
                ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    stream: content,
                    course: ResponseCourse(delay: delay)
                )
            }
        ) { server in
            let client = try LoopbackClient(port: server.port)
            content.write(Array("late".utf8))
            content.end()
            try client.send(get())
            try read(
                client,
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nlate\r\n0\r\n\r\n"
            )
        }
        let exchange = try #require(exchanges.first)
        let began = try #require(exchange.responseFirstByte)
        #expect(began - exchange.requestLastByte >= delay)
    }

    @Test func `each piece is sent as it is written, and the connection is reused`() throws {
        let exchanges = try ServerBench.serving(responder(interim: [HTTPResponseHead(status: 103)])) {
            server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            try read(
                client,
                "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            content.write(Array("event: 1\n".utf8))
            try read(client, "9\r\nevent: 1\n\r\n")
            #expect(!client.isReadable(milliseconds: 20))
            content.write(Array("event: 2\n".utf8))
            content.end(trailers: ["Took": "2"])
            try read(client, "9\r\nevent: 2\n\r\n0\r\nTook: 2\r\n\r\n")
            try client.send(get())
            // The second response has the same content, which is already consumed.
            try read(
                client,
                "HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            )
            try read(client, "0\r\nTook: 2\r\n\r\n")
        }
        #expect(exchanges.map(\.bodyBytes) == [18, 0])
        #expect(exchanges.map(\.headerBytes) == [47, 47])
        #expect(exchanges.allSatisfy { $0.status == 200 && $0.responseLastByte != nil })
    }

    @Test func `a stated length needs no chunks and limits the body`() throws {
        let told = responder(HTTPResponseHead(status: 200, fields: ["Content-Length": "3"]))
        try ServerBench.serving(told) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            content.write(Array("abcd".utf8))
            #expect(try client.response()?.text == "abc")
            try client.send(get("HEAD"))
            #expect(try client.response(to: "HEAD")?.content == [])
        }
    }

    @Test func `an HTTP/1.0 client gets the end by the close of the connection`() throws {
        try ServerBench.serving(responder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get(version: "1.0"))
            content.write(Array("abc".utf8))
            content.end()
            let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            #expect(text.hasSuffix("\r\n\r\nabc") && !text.contains("chunked"))
        }
    }

    @Test(arguments: [nil, "6"]) func `aborted content ends incomplete`(length: String?)
        throws
    {
        var head = HTTPResponseHead(status: 200)
        if let length { head.fields.append("Content-Length", length) }
        let exchanges = try ServerBench.serving(responder(head)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            content.write(Array("abc".utf8))
            length == nil ? content.breakOff() : content.end()
            let response = try client.response()
            #expect(response?.text == "abc")
            #expect(response?.isComplete == false)

            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receive(1)
            #expect(connection.reset(1) == 2)
        }
        #expect(exchanges.map(\.bodyBytes) == [3, 0])
        #expect(exchanges.allSatisfy { $0.responseLastByte == nil })
    }

    @Test func `a client that disconnects abandons the content`() throws {
        try ServerBench.serving(responder()) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            try read(client, "HTTP/1.1 200 OK\r\n")
            client.reset()
            #expect(Waiting.until { content.isAbandoned })
        }
    }

    @Test func `a client that does not read blocks the writer`() throws {
        try ServerBench.serving(responder(), sendBuffer: 20_000) { server in
            let client = try LoopbackClient(port: server.port, receiveBuffer: 20_000)
            try client.send(get())
            let piece = [UInt8](repeating: 7, count: 10_000)
            // Until it stops: what the kernel and the server hold of it is limited.
            var still = 0
            while still < 50, content.written < 10_000_000 {
                if content.hasRoom {
                    content.write(piece)
                    still = 0
                } else {
                    still += 1
                    Readiness.wait(for: [], milliseconds: 2)
                }
            }
            let held = content.written
            #expect(held < 4_000_000)
            let rooms = Mutex(0)
            content.onRoom { rooms.withLock { $0 += 1 } }
            rooms.withLock { $0 = 0 }
            let writer = try WorkerThread(name: "test-writer") { [content] in
                for _ in 0..<300 {
                    while !content.hasRoom { Readiness.wait(for: [], milliseconds: 1) }
                    content.write(piece)
                }
                content.end()
            }
            #expect(try client.response()?.content.count == held + 3_000_000)
            writer.join()
            #expect(rooms.withLock { $0 } > 10)
        }
    }

    @Test func `HTTP/2 streams get content as it is written, with its trailers`() throws {
        let other = BodyStream()
        let responder = EchoResponder { [content] head in
            ServedResponse(head: HTTPResponseHead(status: 200), stream: head.target == "/1" ? content : other)
        }
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/1", on: 1), .get("/3", on: 3))
            other.write(Array("other".utf8))
            try connection.receive { $0.text(3) == "other" }
            content.write(Array("one".utf8))
            content.end(trailers: ["took": "1"])
            try connection.receive(1)
            #expect(!connection.isEnded(3))
            other.write(Array("!".utf8))
            other.end()
            try connection.receive(3)
            #expect([1, 3].map(connection.text) == ["one", "other!"])
            #expect(try connection.heads(1).last?["took"] == "1")
            #expect(try connection.heads(1).first?["content-length"] == nil)
        }
        #expect(exchanges.map(\.bodyBytes) == [3, 6])
        #expect(exchanges.allSatisfy { $0.responseLastByte != nil })
    }

    @Test func `interim heads may precede a late response`() throws {
        let late = LateResponse()
        let responder = EchoResponder.answering { _ in .late(late) }
        try ServerBench.serving(responder) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            late.inform(HTTPResponseHead(status: 103, fields: ["Link": "</a>"]))
            try read(client, "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
            late.fulfil(.text(200, "a"))
            #expect(try client.response()?.text == "a")
        }
        let second = LateResponse()
        let another = EchoResponder.answering { _ in .late(second) }
        try ServerBench.serving(another) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            second.inform(HTTPResponseHead(status: 103))
            try connection.receive { !$0.frames.filter { $0.kind == HTTP2Frame.Kind.headers }.isEmpty }
            second.fulfil(.text(200, "a"))
            try connection.receive(1)
            #expect(try connection.statuses(1) == ["103", "200"])
        }
    }
}
