import Compression
import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// Bodies that do not move, or not as they should, in either direction.
@Suite(.timeLimit(.minutes(1)))
struct HostileBodiesTests {
    private static let ok = ScriptedServer.ok
    private static let chunked = ScriptedServer.chunked

    @Test func `a server that reads no body causes little buffering and times out`() throws {
        let server = try ScriptedServer { peer, _ in peer.waitForEnd() }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        let count = 30_000_000
        try client.send("POST \(server.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
        try bench.expectServed()
        try client.send([UInt8](repeating: 1, count: count))
        #expect(try client.response()?.head.status == 504)
        let facts = try #require(bench.exchangeBesideServed().server)
        #expect(facts.failure == .slow(.answer) && facts.sentLast == nil)
        // What the kernel holds, and a little more.
        #expect(facts.requestBodyBytes < 16_000_000)
    }

    @Test func `a response before the end of the request body arrives even if the server has closed`() throws
    {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send("HTTP/1.1 413 Too Much\r\nContent-Length: 3\r\nConnection: close\r\n\r\nno!")
        }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        let count = 20_000_000
        try client.send("POST \(server.url)/ HTTP/1.1\r\nHost: x\r\nContent-Length: \(count)\r\n\r\n")
        try client.send([UInt8](repeating: 1, count: count))
        let answer = try client.response()
        #expect(answer?.head.status == 413 && answer?.text == "no!", "\(answer?.text ?? "")")
        #expect(bench.exchanges(1).first?.server?.failure == nil)
    }

    @Test func `a stalled response body blocks only its own client`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send(Self.ok + "Content-Length: 10\r\n\r\nabc")
            peer.waitForEnd()
        }
        let bench = try ScriptedServer.bench()
        do {
            let client = try LoopbackClient(port: bench.proxy.address.port)
            try client.send(server.get("/"))
            #expect(String(decoding: try client.receive(), as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
            try bench.expectServed()
            // Longer than an answer's head may take.
            #expect(!client.isReadable(milliseconds: 400))
        }
        let exchange = try bench.exchangeBesideServed()
        #expect(exchange.client.responseLastByte == nil && exchange.client.bodyBytes == 3)
    }

    @Test func `a stalled body held back for rewriting gives an error page`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send(Self.ok + "Content-Length: 10\r\n\r\nabc")
            peer.waitForEnd()
        }
        var rewrite = RewriteAction()
        rewrite.responseBody.substitutions = [.text("a", with: "b")]
        let rules = CurrentRules(ProxyRules([ProxyRule(RuleMatch(), [rewrite])]))
        let bench = try ScriptedServer.bench { $0.rules = rules }
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(server.get("/"))
        #expect(try client.response()?.head.status == 504)
        #expect(bench.exchanges(1).first?.server?.failure == .slow(.answer))
    }

    @Test(arguments: ["gzip", "br"])
    func `a decompression bomb passes unchanged through a rewrite rule`(_ coding: String) throws {
        let zeros = [UInt8](repeating: 0, count: 100_000_000)
        let bomb = coding == "gzip" ? try Gzip.compress(zeros) : try Brotli.compress(zeros)
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send(Self.ok + "Content-Encoding: \(coding)\r\nContent-Length: \(bomb.count)\r\n\r\n")
            peer.send(bomb)
        }
        var rewrite = RewriteAction()
        rewrite.responseBody.substitutions = [.text("a", with: "b")]
        let rules = CurrentRules(ProxyRules([ProxyRule(RuleMatch(), [rewrite])]))
        let bench = try ScriptedServer.bench {
            $0.rules = rules
            // No wait for a server is short here: packing and unpacking take time.
            $0.waits.answer = 30_000_000_000
        }
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(server.get("/"))
        #expect(try client.response()?.content == bomb)
        #expect(bench.exchanges(1).first?.server?.uneditedBody == .tooLong)
    }

    @Test func `a client that does not read slows only its own server`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send(Self.ok + "\r\n")
            while peer.send([UInt8](repeating: 1, count: 65_536)) {}
        }
        let bench = try ScriptedServer.bench { $0.limits.idle = 150_000_000 }
        let client = try LoopbackClient(port: bench.proxy.address.port, receiveBuffer: 4096)
        try client.send(server.get("/"))
        #expect(client.isReadable(milliseconds: 10_000))
        try bench.expectServed()
        let exchange = try bench.exchangeBesideServed()
        #expect(exchange.client.responseLastByte == nil)
        #expect(exchange.server?.responseBodyBytes ?? .max < 30_000_000)
    }

    @Test func `a body sent byte by byte arrives even before anybody reads it`() throws {
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send(Self.chunked)
            for _ in 0..<20 { peer.send(String(repeating: "1\r\nx\r\n", count: 5000)) }
            peer.send("0\r\nX: y\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n")
        }
        let bench = try ScriptedServer.bench()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET \(server.url)/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let text = String(decoding: try client.receiveToEnd(), as: UTF8.self)
        #expect(text.count { $0 == "x" } == 100_000)
        // Trailers that would change how the message is read stay behind.
        #expect(text.contains("\r\n0\r\nX: y\r\n\r\n"), "\(text.suffix(100))")
    }
}
