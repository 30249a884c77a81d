import HTTP
import LinuxIO
import TestSupport
import Testing
import Wire

@testable import Serving

/// Content that is made while it is sent, and is sent over time or not to its end.
@Suite(.timeLimit(.minutes(1))) struct StreamCourseTests {
    private let content = BodyStream()

    private func get(_ method: String = "GET", version: String = "1.1") -> String {
        "\(method) / HTTP/\(version)\r\nHost: o\r\n\r\n"
    }

    private func spoiled(_ ending: ResponseEnding, pieces: PacedPieces? = nil) -> EchoResponder {
        EchoResponder { [content] _ in
            ServedResponse(
                head: HTTPResponseHead(status: 200),
                stream: content,
                course: ResponseCourse(pieces: pieces, ending: ending)
            )
        }
    }

    @Test(arguments: [
        ResponseEnding.close(.content(4)), .streamReset(.content(4)), .stall(.content(4), atMost: 0),
    ])
    func `a course that ends early stops only its HTTP/2 stream`(
        _ ending: ResponseEnding
    )
        throws
    {
        let exchanges = try ServerBench.serving(spoiled(ending)) { server in
            content.write(Array("abcdefg".utf8))
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receive(1)
            #expect(connection.text(1) == "abcd" && connection.reset(1) == 2)
        }
        #expect(exchanges.map(\.bodyBytes) == [4])
        #expect(content.isAbandoned)
    }

    @Test(arguments: [ResponseEnding.close(.content(4)), .stall(.content(4), atMost: 0)])
    func `a course that ends early cuts off the content`(_ ending: ResponseEnding) throws {
        let exchanges = try ServerBench.serving(spoiled(ending)) { server in
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            content.write(Array("abcd".utf8))
            // What stops at the last byte that is there waits for no other.
            let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
            #expect(text.hasSuffix("\r\n\r\n4\r\nabcd"))
        }
        #expect(exchanges.map(\.bodyBytes) == [4])
        #expect(content.isAbandoned)
    }

    @Test func `content shorter than the mark is complete`() throws {
        try ServerBench.serving(spoiled(.close(.content(40)))) { server in
            content.write(Array("abcd".utf8))
            content.end()
            let client = try LoopbackClient(port: server.port)
            try client.send(get())
            #expect(try client.response()?.text == "abcd")
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receive(1)
            #expect(connection.isEnded(1) && connection.reset(1) == nil)
        }
    }

    @Test(arguments: [1, 2]) func `pieces wait for their pauses after the head`(_ version: Int) throws {
        let pause: Nanoseconds = 30_000_000
        let responder = spoiled(.whole, pieces: PacedPieces(size: 2, pause: pause))
        let exchanges = try ServerBench.serving(responder) { server in
            content.write(Array("abcdef".utf8))
            content.end()
            if version == 1 {
                let client = try LoopbackClient(port: server.port)
                try client.send(get())
                let text = try #require(try client.response()?.text)
                #expect(text == "abcdef")
            } else {
                let connection = try FrameConnection(port: server.port)
                try connection.send(.get("/", on: 1))
                try connection.receive(1)
                #expect(connection.text(1) == "abcdef")
            }
        }
        let exchange = try #require(exchanges.first)
        let first = try #require(exchange.responseFirstByte)
        #expect(try #require(exchange.responseLastByte) - first >= 2 * pause - 1_000_000)
    }

    @Test(arguments: [1, 2]) func `a slow close delays the end`(_ version: Int) throws {
        let time: Nanoseconds = 60_000_000
        let clock = RunClock()
        try ServerBench.serving(spoiled(.slowClose(time))) { server in
            content.write(Array("abc".utf8))
            content.end()
            if version == 1 {
                let client = try LoopbackClient(port: server.port)
                try client.send(get())
                #expect(String(decoding: try client.receiveToEnd(), as: UTF8.self).contains("abc"))
            } else {
                let connection = try FrameConnection(port: server.port)
                try connection.send(.get("/", on: 1))
                try connection.receive(1)
                #expect(connection.text(1) == "abc" && connection.isEnded(1))
            }
        }
        #expect(clock.now() - .zero >= time)
    }
}
