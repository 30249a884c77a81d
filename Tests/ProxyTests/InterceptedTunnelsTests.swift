import Archives
import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing

/// What crosses a CONNECT to a host that is looked into, if it is not TLS.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct InterceptedTunnelsTests {
    private static func everything(_ settings: inout ProxySettings) {
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
    }

    /// A client whose CONNECT was answered.
    private static func client(of bench: ProxyBench, port: UInt16) throws -> LoopbackClient {
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("CONNECT 127.0.0.1:\(port) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n")
        let answer = "HTTP/1.1 200 Connection established\r\n\r\n"
        #expect(try read(client, answer.utf8.count) == answer)
        return client
    }

    private static func read(_ client: LoopbackClient, _ count: Int) throws -> String {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try client.receive(atMost: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [[], ["--http2-prior-knowledge"]])
    func `plain-text requests within a tunnel are recorded`(_ words: [String]) throws {
        let bench = try ProxyBench(change: Self.everything)
        for path in ["/a", "/b"] {
            let output = try bench.curl(words + ["-p", "-d", "x", "\(bench.plain)\(path)"])
            #expect(output.output == path, "\(output.errors)")
        }
        let exchanges = bench.exchanges(4)
        #expect(exchanges.map(\.kind) == [.interception, .plain, .interception, .plain])
        #expect(exchanges.map(\.url).filter { $0.contains("/") } == ["\(bench.plain)/a", "\(bench.plain)/b"])
        // A server in the clear is spoken to as its client does.
        #expect(exchanges.compactMap(\.server).map { $0.stream != nil } == [!words.isEmpty, !words.isEmpty])
        #expect(exchanges.last?.server?.isReused == true)
    }

    @Test func `h2c mapped to another server uses that server's protocol`() throws {
        let other = try ProxyBench(answer: { _ in .now(.text(200, "other")) })
        let action = try #require(MapRemoteAction(url: other.plain))
        let bench = try ProxyBench(change: { settings in
            Self.everything(&settings)
            settings.rules = CurrentRules(ProxyRules([ProxyRule(RuleMatch(), [action])]))
        })
        let output = try bench.curl("--http2-prior-knowledge", "-p", "\(bench.plain)/a")
        #expect(output.output == "other", "\(output.errors)")
        let exchange = try #require(bench.exchanges(2).last)
        #expect(exchange.client.stream != nil && exchange.server?.stream == nil)
    }

    @Test func `a server may speak first`() throws {
        let bench = try ProxyBench(change: Self.everything)
        let server = try SpeakingServer("SSH-2.0-test\r\n")
        let client = try Self.client(of: bench, port: server.port)
        #expect(try Self.read(client, 14) == "SSH-2.0-test\r\n")
        // A command of lines is no request.
        try client.send("GET / HTTP/1.1\r\n")
        #expect(try Self.read(client, 16) == "GET / HTTP/1.1\r\n")
        client.finishSending()
        #expect(try client.receiveToEnd() == [])
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.kind == .tunnel && exchange.server?.failure == nil)
        #expect(exchange.server?.requestBodyBytes == 16 && exchange.client.bodyBytes == 30)
        #expect(bench.observer.failed.isEmpty)
    }

    @Test(arguments: ["EHLO me\r\n", "\u{16}\u{3}strange", "\u{0}", "GET /key\r\n", "SSH-2.0-x\r\n"])
    func `bytes that are neither HTTP nor TLS pass unchanged`(_ text: String) throws {
        let bench = try ProxyBench(change: Self.everything)
        let server = try SpeakingServer("")
        let client = try Self.client(of: bench, port: server.port)
        try client.send(text)
        #expect(try Self.read(client, text.utf8.count) == text)
        client.finishSending()
        #expect(try client.receiveToEnd() == [])
        #expect(bench.exchanges(1).first?.kind == .tunnel)
    }

    @Test func `a slow client uses the connection that was opened in the meantime`() throws {
        let server = try ScriptedServer { peer, _ in
            while peer.receiveHead().hasPrefix("GET") {
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
            }
        }
        let bench = try ProxyBench(change: Self.everything)
        let client = try Self.client(of: bench, port: server.port)
        #expect(Waiting.until { server.accepted == 1 })
        try client.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\r\n")
        #expect(try client.response()?.text == "hi")
        #expect(server.accepted == 1)
        #expect(bench.exchanges(2).map(\.kind) == [.interception, .plain])
    }

    @Test func `an unreachable server ends a tunnel that is not HTTP`() throws {
        let bench = try ProxyBench(change: Self.everything)
        let gone = try LoopbackListener()
        let port = gone.port
        gone.shutDown()
        let client = try Self.client(of: bench, port: port)
        try client.send("EHLO me\r\n")
        // A reset, or an end.
        #expect((try? client.receiveToEnd()) ?? [] == [])
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.kind == .tunnel && exchange.server?.failure != nil)
    }

    @Test func `a recorded session also answers plain-text requests within a tunnel`() throws {
        let bench = try ProxyBench(change: { $0.recorded = RecordedSession(HTTPArchive(entries: [])) })
        let output = try bench.curl("-p", "http://a.test/x", "-w", "|%{http_code}")
        #expect(output.output.hasSuffix("|504"), "\(output.errors)")
    }
}
