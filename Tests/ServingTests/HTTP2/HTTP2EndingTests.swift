import Glibc
import HTTP
import TestSupport
import Testing
import Wire

@testable import Serving

/// Each ending affects one stream, beside another in progress.
@Suite(.timeLimit(.minutes(1))) struct HTTP2EndingTests {
    private func responder(_ ending: ResponseEnding, _ pause: Nanoseconds) -> EchoResponder {
        EchoResponder { request in
            var response = ServedResponse.text(200, request.target)
            if request.target == "/a" {
                response.body = ServedBody("abcdefgh")
                response.course.ending = ending
            }
            if request.target == "/slow" {
                response.course.pieces = PacedPieces(size: 1, pause: pause)
            }
            return response
        }
    }

    /// What the client received for `/a` on stream 3, while `/slow` is in progress on 1.
    private func outcome(
        _ ending: ResponseEnding,
        pause: Nanoseconds = 5_000_000,
        until isEnough: ((FrameConnection) -> Bool)? = nil
    ) throws -> (connection: FrameConnection, exchanges: [String: ServedExchange]) {
        var connection: FrameConnection?
        let exchanges = try ServerBench.serving(responder(ending, pause)) { server in
            let made = try FrameConnection(port: server.port)
            try made.send(.get("/slow", on: 1), .get("/a", on: 3))
            try made.receive { isEnough?($0) ?? ($0.isEnded(1) && $0.isEnded(3)) }
            connection = made
        }
        let byTarget = Dictionary(exchanges.map { ($0.request?.target ?? "", $0) }) { first, _ in first }
        #expect(exchanges.count == byTarget.count)
        return (try #require(connection), byTarget)
    }

    @Test(arguments: [
        (ResponseEnding.close(.start), 0, UInt32(2)), (.close(.message(5)), 0, 2),
        (.close(.content(3)), 3, 2),
        (.streamReset(.content(3)), 3, 2), (.streamReset(.content(3), code: 11), 3, 11),
        (.streamReset(.start, code: 7), 0, 7),
    ])
    func `a stream is cut where its course says, and other streams continue`(
        ending: ResponseEnding,
        count: Int,
        code: UInt32
    ) throws {
        let (connection, exchanges) = try outcome(ending)
        #expect(connection.body(3).count == count)
        #expect(connection.reset(3) == code)
        #expect(try connection.statuses(3).count == (ending.mark == .start ? 0 : 1))
        #expect(connection.text(1) == "/slow")
        let exchange = try #require(exchanges["/a"])
        #expect(exchange.bodyBytes == count && exchange.responseLastByte == nil)
        #expect((exchange.responseFirstByte == nil) == (ending.mark == .start))
        #expect(exchanges["/slow"]?.responseLastByte != nil)
    }

    @Test func `a mark at the end of the content lets the message end`() throws {
        let (connection, exchanges) = try outcome(.streamReset(.content(8)))
        #expect(connection.text(3) == "abcdefgh" && connection.reset(3) == nil)
        #expect(exchanges["/a"]?.responseLastByte != nil)
    }

    @Test func `a stall blocks one stream until its time is over`() throws {
        let (connection, exchanges) = try outcome(.stall(.content(3), atMost: 50_000_000))
        #expect(connection.text(3) == "abc" && connection.reset(3) == 2)
        #expect(connection.text(1) == "/slow")
        #expect(exchanges["/a"]?.bodyBytes == 3)
    }

    @Test func `a slow close ends the stream some time after its content`() throws {
        let (connection, exchanges) = try outcome(.slowClose(20_000_000))
        #expect(connection.text(3) == "abcdefgh")
        let last = try #require(connection.frames.last { $0.stream == 3 })
        #expect(last.endsStream && last.payload.isEmpty)
        let exchange = try #require(exchanges["/a"])
        // The course begins with the request, even if the content could be sent only later.
        #expect(try #require(exchange.responseLastByte) - exchange.requestLastByte >= 20_000_000)
    }

    @Test func `a connection reset ends all streams`() throws {
        let (connection, exchanges) = try outcome(.reset(.content(3)), pause: 3_600_000_000_000) { _ in false
        }
        #expect(connection.end == ECONNRESET)
        #expect(connection.text(3) == "abc")
        #expect(exchanges["/a"]?.bodyBytes == 3 && exchanges["/slow"]?.responseLastByte == nil)
    }

    @Test func `GOAWAY names the last stream, and earlier streams finish`() throws {
        let (connection, exchanges) = try outcome(.goAway(.start, code: 0)) { _ in false }
        let farewell = try #require(connection.farewell)
        #expect(farewell.payload.prefix(8) == [0, 0, 0, 1, 0, 0, 0, 0])
        #expect(connection.text(1) == "/slow")
        #expect(connection.end == 0)
        #expect(exchanges["/a"]?.responseFirstByte == nil)
    }

    @Test func `GOAWAY within a response leaves that response unfinished`() throws {
        let (connection, exchanges) = try outcome(.goAway(.content(3), code: 2)) { _ in false }
        #expect(connection.farewell?.payload.prefix(8) == [0, 0, 0, 3, 0, 0, 0, 2])
        #expect(connection.text(3) == "abc" && !connection.isEnded(3))
        #expect(connection.text(1) == "/slow")
        #expect(exchanges["/a"]?.bodyBytes == 3 && exchanges["/a"]?.responseLastByte == nil)
    }

    @Test func `bare bytes in place of a response break the connection`() throws {
        let noise = Array("HTTP/1.1 noise".utf8)
        let responder = EchoResponder { _ in .bare(noise) }
        var rest: [UInt8] = []
        let exchanges = try ServerBench.serving(responder) { server in
            let connection = try FrameConnection(port: server.port)
            try connection.send(.get("/", on: 1))
            try connection.receiveToEnd()
            #expect(connection.end == 0)
            rest = connection.rest
        }
        #expect(rest.suffix(noise.count) == noise[...])
        #expect(exchanges.map(\.bodyBytes) == [noise.count])
    }
}
