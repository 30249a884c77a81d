import Foundation
import HTTP
import HTTP2
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// Servers of HTTP/2 that mean harm or have bad luck.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct HostileFramesTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// The page's; nil if the body breaks off instead.
        let status: Int?
        let serve: @Sendable (FramePeer) -> Void

        init(_ name: String, _ status: Int? = 502, _ serve: @escaping @Sendable (FramePeer) -> Void) {
            testDescription = name
            self.status = status
            self.serve = serve
        }

        /// Sends the frames until the connection ends.
        init(_ name: String, _ status: Int? = 502, endless frames: HTTP2Frame...) {
            self.init(name, status) { server in
                while server.send(Array(repeatElement(frames, count: 64).joined())) {}
            }
        }
    }

    private static let ok = HTTP2Frame.response("200", on: 1)
    private static let early = HTTP2Frame.response(
        "103",
        on: 1,
        [("link", String(repeating: "a", count: 8000))]
    )
    private static let bomb =
        HTTP2Frame.block([(":status", "200")]) + [0x40, 1, 0x78]
        + HTTP2Frame.integer(4000, bits: 7) + [UInt8](repeating: 0x61, count: 4000)
        + [UInt8](repeating: 0xBE, count: 10_000)

    private static func bench(_ change: (inout ProxySettings) -> Void = { _ in }) throws -> ProxyBench {
        try ProxyBench(change: { settings in
            FrameServer.trusting(&settings)
            settings.waits.answer = 400_000_000
            change(&settings)
        })
    }

    static let rows: [Row] =
        [
            Row("silence", 504) { $0.peer.waitForEnd() },
            Row("no window, and a head that does not come", 504) { server in
                server.send(.settings([(4, 0)]))
                server.receiveToEnd()
            },
            Row("a head that never ends", 504) { server in
                server.send(
                    HTTP2Frame(HTTP2Frame.Kind.headers, stream: 1, HTTP2Frame.block([(":status", "200")]))
                )
                server.receiveToEnd()
            },
            Row(
                "continuations without end",
                endless: HTTP2Frame(HTTP2Frame.Kind.continuation, stream: 1, HTTP2Frame.block([("a", "b")]))
            ),
            Row("a bomb of fields") { server in
                server.send(HTTP2Frame(HTTP2Frame.Kind.headers, flags: 4, stream: 1, bomb))
                server.receiveToEnd()
            },
            Row("fields without end") { server in
                let fields = (0..<400).map { ("x-\($0)", "a") } + [("y", String(repeating: "y", count: 8000))]
                let frame = HTTP2Frame.request([(":status", "200")] + fields + fields + fields, on: 1)
                server.send(HTTP2Frame(frame.kind, flags: 4, stream: 1, Array(frame.payload.prefix(16_000))))
                server.receiveToEnd()
            },
            Row("1xx heads without end", endless: early), Row("pings without end", endless: .ping()),
            Row("settings without end", endless: .settings([(4, 70_000)])),
            Row("empty data without end", nil) { server in
                server.send(ok)
                while server.send([HTTP2Frame](repeating: .data([], on: 1, endsStream: false), count: 64)) {}
            },
            Row("trailers too large", nil) { server in
                server.send(ok, .data([1], on: 1, endsStream: false))
                let large = (0..<6).map { ("x-\($0)", String(repeating: "a", count: 2500)) }
                let start = HTTP2Frame.request(large, on: 1)
                server.send(HTTP2Frame(start.kind, flags: 1, stream: 1, start.payload))
                for last in 0..<5 {
                    let kind = HTTP2Frame.Kind.continuation
                    let flags = last == 4 ? HTTP2Frame.endHeaders : 0
                    server.send(HTTP2Frame(kind, flags: flags, stream: 1, HTTP2Frame.block(large)))
                }
                server.receiveToEnd()
            },
            Row("a window that overflows the connection's") { server in
                server.send(.window(.max >> 1), .window(.max >> 1))
                server.receiveToEnd()
            },
            Row("a window that overflows the stream's") { server in
                server.send(.window(.max >> 1, on: 1))
                server.receiveToEnd()
            },
            Row("more than the window allows", nil) { server in
                server.send(ok)
                let piece = HTTP2Frame.data([UInt8](repeating: 1, count: 16_000), on: 1, endsStream: false)
                while server.send([HTTP2Frame](repeating: piece, count: 40)) {}
            },
            Row("a reset") { server in
                server.send(.reset(1, 2))
                server.receiveToEnd()
            },
            Row("a reset within the body", nil) { server in
                server.send(ok, .data([1], on: 1, endsStream: false), .reset(1, 2))
                server.receiveToEnd()
            },
            Row("a promise") { server in
                let promise = HTTP2Frame.word(2) + HTTP2Frame.block(HTTP2Frame.pseudo("GET", "/"))
                server.send(HTTP2Frame(HTTP2Frame.Kind.push, flags: 4, stream: 1, promise))
                server.receiveToEnd()
            },
            Row("an answer to nobody") { server in
                server.send(.response("200", on: 7, endsStream: true))
                server.receiveToEnd()
            },
            Row("data before the head") { server in
                server.send(.data([1, 2], on: 1))
                server.receiveToEnd()
            },
            Row("a frame that is larger than agreed") { server in
                server.send(HTTP2Frame(HTTP2Frame.Kind.data, stream: 1, [UInt8](repeating: 0, count: 20_000)))
                server.receiveToEnd()
            },
            Row("HTTP/1") { server in
                server.send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
                server.receiveToEnd()
            },
            Row("less data than stated", nil) { server in
                server.send(.response("200", on: 1, [("content-length", "3")]), .data([1], on: 1))
                server.receiveToEnd()
            },
            Row("more data than stated", nil) { server in
                server.send(.response("200", on: 1, [("content-length", "1")]), .data([1, 2], on: 1))
                server.receiveToEnd()
            },
        ]
        + [
            [(":status", "200"), ("connection", "close")],
            [(":status", "200"), ("transfer-encoding", "chunked")],
            [(":status", "200"), ("a", "b\r\nc: d")], [(":status", "200"), ("a\r\nb", "c")],
            [(":status", "200"), ("A", "b")], [(":status", "200"), ("a", "b\0")], [(":status", "101")],
            [(":status", "200"), ("content-length", "1"), ("content-length", "2")], [(":status", "20")],
            [(":status", "200"), ("content-length", "+1")], [("a", "b")],
            [(":status", "200"), (":path", "/")],
        ].map { fields in
            Row("\(fields)") { server in
                server.send(.response("200", on: 7), .request(fields, on: 1))
                server.receiveToEnd()
            }
        }

    @Test(arguments: rows)
    func `a server that violates HTTP/2 is reported and affects only its own exchange`(_ row: Row) throws {
        let server = try FrameServer { server, _ in
            guard server.receiveHead(on: 1) else { return }
            row.serve(server)
        }
        // Short only where it is waited for.
        let bench = try Self.bench { if row.status != 504 { $0.waits.answer = 20_000_000_000 } }
        let curl = try bench.start(["-o", "got", "-w", "%{http_code}", "-m", "20", "\(server.url)/"])
        #expect(try bench.curl("\(bench.plain)/next").output == "/next")
        let output = try curl.finish()
        let exchange = try #require(bench.exchanges(3).first { $0.url == "\(server.url)/" })
        let failure = try #require(exchange.server?.failure)
        // Who ended it is told.
        if case .reset = failure { #expect(row.testDescription.hasPrefix("a reset")) }
        if let status = row.status {
            #expect(output.status == 0 && output.output == "\(status)", "\(output.output) \(output.errors)")
            #expect(exchange.client.status == status)
            let page = try String(contentsOfFile: bench.folder.file("got"), encoding: .utf8)
            #expect(page.hasPrefix("netlab proxy: 127.0.0.1:\(server.server.port): "), "\(page)")
        } else {
            // The end may overtake the head.
            #expect(output.status != 0 || output.output == "502", "\(output.output)")
            #expect(exchange.client.responseLastByte == nil || exchange.client.status == 502)
        }
    }

    @Test func `data after the end of a stream does not change the response`() throws {
        let server = try FrameServer { server, _ in
            guard server.receiveHead(on: 1) else { return }
            server.send(Self.ok, .data(Array("good".utf8), on: 1), .data(Array("evil".utf8), on: 1))
            server.receiveToEnd()
        }
        let bench = try Self.bench()
        #expect(try bench.curl("\(server.url)/").output == "good")
    }

    @Test func `a missing response does not affect other streams of the connection`() throws {
        let server = try FrameServer { server, _ in
            server.receiveHead(on: 1)
            server.send(.response("200", on: 1, endsStream: true))
            server.receiveHead(on: 5)
            // The last is slow but steady, the one before it silent.
            server.send(.response("200", on: 5))
            for _ in 0..<16 {
                server.send(.data(Array("x".utf8), on: 5, endsStream: false))
                server.peer.pause(milliseconds: 50)
            }
            server.send(.data(Array("x".utf8), on: 5))
            server.receiveToEnd()
        }
        let bench = try Self.bench()
        // Both find its connection.
        _ = try bench.curl("\(server.url)/first")
        let words = ["--http2", "--parallel", "--parallel-immediate"]
        let urls = ["-w", "%{http_code} ", "-o", "a", "\(server.url)/a", "-o", "b", "\(server.url)/b"]
        let output = try bench.curl(words + urls)
        #expect(Set(output.output.split(separator: " ")) == ["200", "504"], "\(output.errors)")
        #expect(Waiting.until { bench.observer.ended.count { $0.kind == .intercepted } == 3 })
        let failures = bench.observer.ended.filter { $0.kind == .intercepted }.map(\.server?.failure)
        #expect(failures.count { $0 == .slow(.answer) } == 1 && failures.count { $0 == nil } == 2)
        #expect(server.server.accepted == 1)
    }

    /// RFC 9113, 8.7: a refused request may be sent again, which must have an end.
    @Test(arguments: [false, true])
    func `a server that refuses every stream is retried a limited number of times`(_ saysFarewell: Bool)
        throws
    {
        let server = try FrameServer { server, _ in
            var stream: Int32 = 1
            while server.receiveHead(on: stream) {
                if saysFarewell { server.send(.farewell(0, last: 0)) } else { server.send(.reset(stream, 7)) }
                stream += 2
            }
        }
        let bench = try Self.bench()
        let output = try bench.curl("\(server.url)/", "-w", "|%{http_code}")
        #expect(output.output.hasSuffix("|502"), "\(output.output) \(output.errors)")
        let facts = try #require(bench.exchanges(2).max { $0.number < $1.number }?.server)
        #expect(facts.retries == 8 && facts.failure == .reset(.refusedStream))
        #expect(server.server.accepted == (saysFarewell ? 9 : 1))
    }

    @Test func `a request on a connection that was just closed is retried`() throws {
        let server = try FrameServer { server, number in
            guard server.receiveHead(on: 1) else { return }
            server.send(.response("200", on: 1), .data(Array("\(number)".utf8), on: 1))
            // It leaves without an answer to the next one.
            server.receiveHead(on: 3)
        }
        let bench = try Self.bench()
        let output = try bench.curl("\(server.url)/[1-2]")
        #expect(output.output == "01", "\(output.errors)")
        #expect(bench.exchanges(3).max { $0.number < $1.number }?.server?.retries == 1)
    }

    @Test func `connections to a server that accepts no streams are not kept`() throws {
        let server = try FrameServer(settings: [(3, 0)]) { server, _ in
            guard server.receiveHead(on: 1) else { return }
            server.send(.response("200", on: 1), .data(Array("x".utf8), on: 1))
            server.receiveToEnd()
            server.peer.end()
        }
        let bench = try Self.bench { $0.waits.idle = 20_000_000_000 }
        #expect(try bench.curl("\(server.url)/[1-3]").output == "xxx")
        #expect(server.server.accepted == 3)
        #expect(bench.exchanges(4).compactMap(\.server).map(\.isReused) == [false, false, false])
    }
}
