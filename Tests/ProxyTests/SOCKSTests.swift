import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import TestSupport
import Testing
import Wire

/// What clients get that reach the proxy by SOCKS.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct SOCKSTests {
    private static func everything(_ settings: inout ProxySettings) {
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
    }

    /// A client after a granted or refused request, and the reply.
    private static func client(
        of bench: ProxyBench,
        _ address: [UInt8],
        port: UInt16
    ) throws -> (client: LoopbackClient, reply: [UInt8]) {
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send([5, 1, 0])
        #expect(try Self.read(client, 2) == [5, 0])
        try client.send([5, 1, 0] + address + [UInt8(port >> 8), UInt8(port & 0xFF)])
        return (client, try read(client, 10))
    }

    private static func read(_ client: LoopbackClient, _ count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = try client.receive(atMost: count - bytes.count)
            if more.isEmpty { break }
            bytes += more
        }
        return bytes
    }

    private static let loopback: [UInt8] = [1, 127, 0, 0, 1]

    @Test(arguments: ["socks5h", "socks5", "socks4", "socks4a"])
    func `plain-text requests are recorded and use the connection opened for them`(
        _ scheme: String
    ) throws {
        let accepted = AcceptedClients()
        let bench = try ProxyBench(answer: { request in
            accepted.note(request.client)
            return .now(.text(200, request.head.fields["Host"] ?? ""))
        })
        let host = "localhost:\(bench.origin.port)"
        let output = try bench.curl(
            "-4",
            "-x",
            "\(scheme)://\(bench.proxy.address)",
            "http://\(host)/a",
            "http://\(host)/b"
        )
        #expect(output.output == host + host, "\(output.errors)")
        let exchanges = bench.exchanges(3)
        #expect(exchanges.map(\.kind) == [.interception, .plain, .plain])
        #expect(exchanges.map(\.url).suffix(2) == ["http://\(host)/a", "http://\(host)/b"])
        #expect(exchanges.map(\.server?.isReused).suffix(2) == [false, true])
        #expect(exchanges.first?.client.socks?.rawValue.lowercased() == String(scheme.prefix { $0 != "h" }))
        #expect(accepted.count == 1)
    }

    @Test(arguments: ["socks5h", "socks5", "socks4a"])
    func `TLS is intercepted for matching hosts, by the client's server name`(_ scheme: String) throws {
        let bench = try ProxyBench(change: { settings in
            settings.intercepted = [HostPattern("localhost")].compactMap { $0 }
        })
        let output = try bench.curl(
            "-4",
            "-x",
            "\(scheme)://\(bench.proxy.address)",
            "\(bench.secure)/a",
            "\(bench.secure)/b"
        )
        #expect(output.output == "/a/b", "\(output.errors)")
        let exchanges = bench.exchanges(3)
        #expect(exchanges.map(\.kind) == [.interception, .intercepted, .intercepted])
        #expect(exchanges.last?.url == "\(bench.secure)/b")
        let connection = try #require(exchanges[1].server?.connection)
        let instants = [
            connection.connectBegan, connection.connectEnded, connection.handshakeBegan,
            connection.handshakeEnded,
        ].compactMap { $0 }
        #expect(instants.count == 4 && instants == instants.sorted())
        #expect(exchanges[1].server?.isReused == false)
    }

    @Test
    func `TLS to other hosts is a tunnel`() throws {
        let bench = try ProxyBench()
        let output = try bench.curl("-k", "-x", "socks5h://\(bench.proxy.address)", "\(bench.secure)/secret")
        #expect(output.output == "/secret", "\(output.errors)")
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.kind == .tunnel && exchange.client.socks == .v5)
        #expect(exchange.url == "localhost:\(bench.secureOrigin.port)")
        #expect(exchange.client.bodyBytes > 500 && exchange.client.headerBytes == 10)
    }

    @Test(arguments: [true, false])
    func `a server may speak first, with or without interception`(_ isEverything: Bool) throws {
        let bench = try ProxyBench(change: { if isEverything { Self.everything(&$0) } })
        let server = try SpeakingServer("220 mail.test\r\n")
        let (client, reply) = try Self.client(of: bench, Self.loopback, port: server.port)
        #expect(reply == SOCKSReply.granted.bytes(.v5))
        #expect(try Self.read(client, 15) == Array("220 mail.test\r\n".utf8))
        // A command of lines is no request.
        try client.send("GET / HTTP/1.1\r\n")
        #expect(try Self.read(client, 16) == Array("GET / HTTP/1.1\r\n".utf8))
        client.finishSending()
        #expect(try client.receiveToEnd() == [])
        #expect(bench.exchanges(1).first?.kind == .tunnel)
    }

    @Test(arguments: ["EHLO me\r\n", "\u{16}\u{3}strange", "\u{0}", "GET /key\r\n"])
    func `bytes that are neither HTTP nor TLS pass unchanged`(_ text: String) throws {
        let bench = try ProxyBench(change: Self.everything)
        let server = try SpeakingServer("")
        let (client, _) = try Self.client(of: bench, Self.loopback, port: server.port)
        try client.send(text)
        #expect(try Self.read(client, text.utf8.count) == Array(text.utf8))
        client.finishSending()
        #expect(try client.receiveToEnd() == [])
        #expect(bench.exchanges(1).first?.kind == .tunnel)
    }

    @Test
    func `a failed connection gets the matching reply code`() throws {
        let bench = try ProxyBench()
        let gone = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: TestOrigin { _ in .now(.text(200, "")) },
            clock: RunClock()
        )
        let port = gone.port
        gone.stop()
        let refused = try Self.client(of: bench, Self.loopback, port: port)
        #expect(refused.reply == SOCKSReply.refused.bytes(.v5))
        #expect(try refused.client.receiveToEnd() == [])
        let linkLocal = try Self.client(of: bench, [1, 169, 254, 1, 1], port: 80)
        #expect(linkLocal.reply == SOCKSReply.notAllowed.bytes(.v5))
        let itself = try Self.client(of: bench, Self.loopback, port: bench.proxy.address.port)
        #expect(itself.reply == SOCKSReply.notAllowed.bytes(.v5))
        // No name has a label this long, so that the resolver asks nobody.
        let name = [UInt8](repeating: 97, count: 64) + Array(".invalid".utf8)
        let unknown = try Self.client(of: bench, [3, UInt8(name.count)] + name, port: 80)
        #expect(unknown.reply == SOCKSReply.hostUnreachable.bytes(.v5))
        let exchanges = bench.exchanges(4)
        #expect(exchanges.map(\.kind) == [.tunnel, .tunnel, .tunnel, .tunnel])
        #expect(exchanges.map(\.client.status) == [502, 403, 403, 502])
        #expect(exchanges.allSatisfy { $0.server?.failure != nil && $0.client.headerBytes == 10 })
    }

    @Test
    func `a client without access is refused`() throws {
        let stranger = SocketAddress(host: .v4(0xC000_0201), port: 9)
        let bench = try ProxyBench(change: { $0.client = { _ in stranger } })
        let reply = try Self.client(of: bench, Self.loopback, port: bench.origin.port).reply
        #expect(reply == SOCKSReply.notAllowed.bytes(.v5))
        #expect(bench.observer.refused == [stranger])
    }

    @Test
    func `the certificate guide is served over SOCKS`() throws {
        let bench = try ProxyBench()
        let output = try bench.curl(
            "-x",
            "socks5h://\(bench.proxy.address)",
            "http://netlab.test/netlab-ca.pem"
        )
        #expect(output.output.contains("BEGIN CERTIFICATE"), "\(output.errors)")
    }
}
