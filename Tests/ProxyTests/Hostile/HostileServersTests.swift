import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// Servers of HTTP/1 that mean harm or have bad luck: the client is told, the exchange says what happened, and other
/// clients are served meanwhile.
@Suite(.timeLimit(.minutes(1)))
struct HostileServersTests {
    /// What a server says once it has been asked.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: UpstreamFailure?
        let serve: @Sendable (ScriptedPeer) -> Void

        init(_ name: String, _ failure: UpstreamFailure?, _ serve: @escaping @Sendable (ScriptedPeer) -> Void)
        {
            testDescription = name
            self.failure = failure
            self.serve = serve
        }

        /// A start, and then the same without end.
        init(_ name: String, _ failure: UpstreamFailure?, _ start: String, endless: String) {
            self.init(name, failure) { peer in
                let more = Array(String(repeating: endless, count: max(1, 4096 / endless.utf8.count)).utf8)
                peer.send(start)
                while peer.send(more) {}
            }
        }
    }

    private static let ok = ScriptedServer.ok
    private static let chunked = ScriptedServer.chunked

    static let heads: [Row] = [
        Row("a head that trickles", .slow(.answer)) { peer in
            peer.send("HTTP/1.1 200 OK\r\nX: ")
            while peer.send("a") { peer.pause(milliseconds: 10) }
        },
        Row("silence", .slow(.answer)) { $0.waitForEnd() },
        Row("a status line without end", nil, "HTTP/1.1 200 ", endless: "O"),
        Row("a field without end", nil, ok + "X: ", endless: "a"),
        Row("fields without end", nil, ok, endless: "X: a\r\n"),
        Row("a name without end", nil, ok, endless: "X"),
        Row("5,000 fields", nil) { $0.send(ok + String(repeating: "X: a\r\n", count: 5000) + "\r\n") },
        Row("empty lines without end", nil, "", endless: "\r\n"),
        Row("small 1xx heads without end", .endlessInterim, "", endless: "HTTP/1.1 103 Early Hints\r\n\r\n"),
        Row("100 without end", .endlessInterim, "", endless: "HTTP/1.1 100 Continue\r\n\r\n"),
        Row(
            "large 1xx heads without end",
            .endlessInterim,
            "",
            endless: "HTTP/1.1 103 Early Hints\r\nLink: \(String(repeating: "a", count: 8000))\r\n\r\n"
        ),
        Row("a head that ends early", .closed) { $0.send(ok) },
        Row("1xx heads and nothing after them", .closed) { $0.send("HTTP/1.1 102 Processing\r\n\r\n") },
    ]

    @Test(arguments: heads)
    func `an invalid response head gives an error page`(_ row: Row) throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            row.serve(peer)
        }
        // Short only where it is waited for.
        let bench = try ScriptedServer.bench {
            if row.failure != .slow(.answer) { $0.waits.answer = 20_000_000_000 }
        }
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(server.get("/"))
        try bench.expectServed()
        var answer = try #require(try client.response())
        while answer.head.status < 200 { answer = try #require(try client.response()) }
        let failure = try bench.exchangeBesideServed().server?.failure
        #expect(answer.head.status == failure?.status, "\(answer.text)")
        #expect(answer.head.status == (row.failure == .slow(.answer) ? 504 : 502))
        #expect(answer.text.hasPrefix("netlab proxy: 127.0.0.1:\(server.port): "), "\(answer.text)")
        if let expected = row.failure {
            #expect(failure == expected)
        } else if case .malformed? = failure {
        } else {
            Issue.record("\(String(describing: failure))")
        }
    }

    static let bodies: [Row] = [
        Row("chunk extensions without end", nil, chunked, endless: "1;abcdefgh\r\nx\r\n"),
        Row("one extension without end", nil, chunked + "1;", endless: "a"),
        Row("a chunk size without end", nil, chunked, endless: "0"),
        Row("trailers without end", nil, chunked + "0\r\n", endless: "X: a\r\n"),
        Row("one trailer without end", nil, chunked + "0\r\nX: ", endless: "a"),
        Row("a chunk that is longer than it says", nil) { $0.send(chunked + "1\r\nxyz\r\n0\r\n\r\n") },
        Row("a body that ends early", .closed) { $0.send(ok + "Content-Length: 10\r\n\r\nx") },
    ]

    @Test(arguments: bodies)
    func `an invalid response body ends incomplete at the client`(_ row: Row) throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            row.serve(peer)
        }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(server.get("/"))
        // The end may overtake the head: then it is a page.
        let answer = (try? client.response()) ?? nil
        #expect(answer?.isComplete != true || answer?.head.status == 502)
        let failure = bench.exchanges(1).first?.server?.failure
        #expect(failure != nil && failure != .unwanted)
        if let expected = row.failure { #expect(failure == expected) }
        try bench.expectServed()
    }

    /// What one answer has too much of is no other request's answer.
    @Test(
        arguments: [
            ("GET", ok + "Content-Length: 1\r\n\r\na" + ok + "Content-Length: 4\r\n\r\nevil"),
            ("GET", ok + "Content-Length: 1\r\n\r\naevil"),
            ("GET", ok + "Content-Length: 1\r\n\r\na\r\n\r\n"),
            ("HEAD", ok + "Content-Length: 4\r\n\r\nevil"),
            ("GET", "HTTP/1.1 204 No Content\r\n\r\nevil"),
            ("GET", "HTTP/1.1 304 Not Modified\r\nContent-Length: 4\r\n\r\nevil"),
            ("GET", chunked + "1\r\na\r\n0\r\n\r\n" + ok + "Content-Length: 4\r\n\r\nevil"),
        ]
    )
    func `bytes after a response are discarded`(_ method: String, _ answer: String) throws {
        let server = try ScriptedServer { peer, number in
            while !peer.receiveHead().isEmpty {
                peer.send(number == 0 ? answer : Self.ok + "Content-Length: 4\r\n\r\ngood")
            }
        }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("\(method) \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        let first = try #require(try client.response(to: method))
        #expect(first.head.status < 400 && !first.text.contains("evil"))
        for _ in 0..<3 {
            try client.send(server.get("/"))
            #expect(try client.response()?.text == "good")
        }
        #expect(server.accepted == 2)
        #expect(bench.exchanges(4).allSatisfy { $0.server?.failure == nil })
    }

    @Test func `an unsolicited response on an idle connection is discarded`() throws {
        let server = try ScriptedServer { peer, number in
            peer.receiveHead()
            peer.send(Self.ok + "Content-Length: 1\r\n\r\n\(number)")
            guard number == 0 else { return peer.waitForEnd() }
            peer.pause(milliseconds: 50)
            peer.send(Self.ok + "Content-Length: 4\r\n\r\nevil")
            peer.waitForEnd()
        }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        for answer in ["0", "1"] {
            try client.send(server.get("/"))
            #expect(try client.response()?.text == answer)
            // The proxy notices by itself.
            #expect(!client.isReadable(milliseconds: 120))
        }
    }

    /// A tunnel of a parent proxy is where a server's first bytes can be there before the request.
    @Test func `a response that precedes its request is not used`() throws {
        let parent = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\r\n\r\n" + Self.ok + "Content-Length: 4\r\n\r\nevil")
            peer.waitForEnd()
        }
        let place = try #require(ParentProxy(url: parent.url))
        let bench = try ScriptedServer.bench { $0.parent = place }
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET http://a.test/ HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
        let answer = try client.response()
        #expect(answer?.head.status == 502 && answer?.text.contains("belong to no request") == true)
        guard case .malformed(let error)? = bench.exchanges(1).first?.server?.failure else {
            Issue.record("no failure")
            return
        }
        #expect(error.problem == .unaskedBytes)
    }

    @Test func `requests that are not idempotent are not retried`() throws {
        for (method, isRepeated) in [("GET", true), ("POST", false), ("DELETE", true), ("PATCH", false)] {
            let server = try ScriptedServer { peer, number in
                peer.receiveHead()
                peer.send(Self.ok + "Content-Length: 1\r\n\r\n\(number)")
                // It takes the next request, and leaves without an answer to it.
                if number == 0 { peer.receiveHead() } else { peer.waitForEnd() }
            }
            let bench = try ScriptedServer.bench()
            let client = try LoopbackClient(port: bench.proxy.address.port)
            for answer in ["0", isRepeated ? "1" : nil] {
                try client.send("\(method) \(server.url)/ HTTP/1.1\r\nHost: x\r\n\r\n")
                let response = try client.response(to: method)
                #expect(response?.head.status == (answer == nil ? 502 : 200), "\(method)")
                if let answer { #expect(response?.text == answer) }
            }
        }
    }
}
