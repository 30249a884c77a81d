import Forwarding
import Foundation
import HTTP
import Proxy
import Serving
import TestSupport
import Testing

/// Bodies from servers of HTTP/2, whichever frame ends their streams.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct WholeBodiesTests {
    private static let versions = ["--http1.1", "--http2"]

    /// It keeps bodies, and looks into TLS.
    private static func bench(_ change: (inout ProxySettings) -> Void = { _ in }) throws -> ProxyBench {
        try ProxyBench(change: { settings in
            FrameServer.trusting(&settings)
            settings.keptBodyBytes = 1 << 20
            change(&settings)
        })
    }

    /// The server's side of the requests that were looked into.
    private static func facts(_ bench: ProxyBench, _ count: Int) -> [UpstreamFacts] {
        _ = Waiting.until { bench.observer.ended.count { $0.kind == .intercepted } >= count }
        return bench.observer.ended.filter { $0.kind == .intercepted }.compactMap(\.server)
    }

    @Test(arguments: versions)
    func `a body is complete at its stated length, whenever the stream ends`(_ version: String) throws {
        let server = try FrameServer { server, _ in
            for stream in [1, 3] as [Int32] {
                guard server.receiveHead(on: stream) else { return }
                let piece = Array("a body".utf8)
                server.send(.response("200", on: stream, [("content-length", "12")]))
                server.send(.data(piece, on: stream, endsStream: false))
                server.send(.data(piece, on: stream, endsStream: false))
            }
            // The client of the first request has left long ago.
            server.send(.data([], on: 1))
            guard server.receiveHead(on: 5) else { return }
            let resets = [server.reset(1), server.reset(3)].map { $0.map { "\($0)" } ?? "none" }
            server.send(.response("200", on: 5), .data(Array(resets.joined(separator: " ").utf8), on: 5))
            server.receiveToEnd()
        }
        let bench = try Self.bench()
        let output = try ["/1", "/2", "/3"].map {
            try bench.curl(version, "-m", "10", "\(server.url)\($0)").output
        }
        #expect(output == ["a bodya body", "a bodya body", "none none"])
        let facts = Self.facts(bench, 3)
        #expect(facts.allSatisfy { $0.failure == nil && $0.receivedLast != nil })
        #expect(
            facts.map(\.responseContent?.bytes).prefix(2) == [
                Array("a bodya body".utf8), Array("a bodya body".utf8),
            ]
        )
        #expect(facts.map(\.responseBodyBytes) == [12, 12, 9])
        #expect(server.server.accepted == 1)
    }

    @Test(
        arguments: [(["-I"], "200"), ([], "204"), (["-H", "If-None-Match: x"], "304")] as [([String], String)]
    )
    func `a response without a body is complete with its head`(_ words: [String], _ status: String) throws {
        let server = try FrameServer { server, _ in
            guard server.receiveHead(on: 1) else { return }
            let length = status == "204" ? [] : [("content-length", "12")]
            server.send(.response(status, on: 1, length))
            server.receiveToEnd()
        }
        let bench = try Self.bench()
        let usual = ["-o", "/dev/null", "-m", "10", "-w", "%{http_code}", "\(server.url)/"]
        #expect(try bench.curl(words + usual).output == status)
        let facts = try #require(Self.facts(bench, 1).first)
        #expect(facts.failure == nil && facts.receivedLast != nil && facts.responseBodyBytes == 0)
    }

    @Test func `a response reported as stored answers later requests`() throws {
        let server = try FrameServer { server, _ in
            guard server.receiveHead(on: 1) else { return }
            let fields = [("content-length", "5"), ("cache-control", "max-age=600")]
            server.send(.response("200", on: 1, fields), .data(Array("whole".utf8), on: 1, endsStream: false))
            guard server.receiveHead(on: 3) else { return }
            // Of this one the client never gets the rest.
            let longer = [("content-length", "9"), ("cache-control", "max-age=600")]
            server.send(.response("200", on: 3, longer), .data(Array("whole".utf8), on: 3, endsStream: false))
            server.receiveToEnd()
        }
        let world = try CachingBench()
        let bench = try world.proxy { FrameServer.trusting(&$0) }
        for state in ["uri-miss; stored", "hit; ttl="] {
            #expect(try world.get(bench, "\(server.url)/1").contains(state))
        }
        #expect(try bench.curl("-m", "0.5", "\(server.url)/2").output == "whole")
        _ = Waiting.until { bench.observer.ended.count { $0.kind == .intercepted } >= 3 }
        let cache = bench.observer.ended.filter { $0.kind == .intercepted }.map { $0.cache?.word }
        #expect(cache == ["stored", "hit", nil])
    }

    @Test func `body sizes exclude the framing of either protocol`() throws {
        let server = try FrameServer { server, _ in
            guard server.receiveHead(on: 1) else { return }
            server.receive { $0.endsStream && $0.stream == 1 }
            server.send(.response("200", on: 1), .data(Array("abc".utf8), on: 1))
            server.receiveToEnd()
        }
        let bench = try Self.bench()
        let secret = String(repeating: "x", count: 110)
        for url in [server.url, bench.plain] {
            #expect(try bench.curl("-H", "Transfer-Encoding: chunked", "-d", secret, "\(url)/").status == 0)
        }
        let sizes = bench.exchanges(3).filter { $0.kind != .interception }.compactMap(\.server).map(
            \.requestBodyBytes
        )
        #expect(sizes == [110, 110])
    }
}
