import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TLS
import TestSupport
import Testing
import Wire

/// What curl gets through the proxy, and what the proxy tells of it.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ForwardingTests {
    private static func everything(_ settings: inout ProxySettings) {
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
    }

    @Test
    func `plain-text requests are forwarded and reuse the server connection`() throws {
        let bench = try ProxyBench()
        let output = try bench.curl("\(bench.plain)/a?b", "\(bench.plain)/c", "-w", "|%{http_code}|")
        #expect(output.output == "/a?b|200|/c|200|", "\(output.errors)")
        let exchanges = bench.exchanges(2)
        #expect(exchanges.map(\.url) == ["\(bench.plain)/a?b", "\(bench.plain)/c"])
        #expect(exchanges.map(\.server?.isReused) == [false, true])
        #expect(exchanges.allSatisfy { $0.client.status == 200 && $0.server?.failure == nil })
        let facts = try #require(exchanges.first?.server)
        let connection = try #require(facts.connection)
        let instants = [
            connection.connectBegan, connection.connectEnded, facts.sentFirst, facts.sentLast,
            facts.receivedFirst, facts.receivedLast,
        ].compactMap { $0 }
        #expect(instants.count == 6 && instants == instants.sorted())
        #expect(facts.address?.port == bench.origin.port && connection.lookupBegan == nil)
    }

    @Test
    func `a host with a given address is not looked up and keeps the URL's port unless another is given`()
        throws
    {
        let server = try ProxyBench()
        let port = server.origin.port
        let bench = try ProxyBench(change: {
            $0.hosts = [
                "images.test": SocketAddress(host: .loopback4, port: port),
                "other.test": SocketAddress(host: .loopback4, port: 0),
            ]
        })
        let output = try bench.curl("http://Images.test/a", "http://other.test:\(port)/b")
        #expect(output.output == "/a/b", "\(output.errors)")
        let facts = bench.exchanges(2).compactMap(\.server)
        #expect(facts.map(\.destination.host) == ["images.test", "other.test"])
        #expect(facts.allSatisfy { $0.address?.port == port && $0.connection?.lookupBegan == nil })
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `an exchange records its position on the server connection`(_ protocols: [String]) throws {
        let bench = try ProxyBench(protocols, change: Self.everything) { _ in
            // The server's framing is not content.
            .now(ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody([1, 2, 3])))
        }
        _ = try bench.curl("--http1.1", "\(bench.secure)/[1-2]", "-o", "/dev/null")
        let facts = bench.exchanges(3).compactMap(\.server)
        #expect(facts.count == 2 && Set(facts.map(\.localPort)).count == 1)
        #expect(facts.allSatisfy { ($0.localPort ?? 0) > 0 && $0.responseBodyBytes == 3 })
        #expect(facts.map(\.order) == [0, 1])
        #expect(facts.map(\.stream) == (protocols == ["h2"] ? [1, 3] : [nil, nil]))
    }

    /// More in all than a connection's window of HTTP/2: what each body used must come back to it.
    @Test(.timeLimit(.minutes(2)), arguments: ["--http1.1", "--http2"])
    func `one connection carries any number of bodies in both directions`(_ version: String) throws {
        let piece = [UInt8](repeating: 1, count: 1_000_000)
        let bench = try ProxyBench(["h2"], change: Self.everything) { _ in
            .now(ServedResponse(head: HTTPResponseHead(status: 200), body: ServedBody(piece)))
        }
        try Data(piece).write(to: URL(filePath: bench.folder.file("piece")))
        for method in [[], ["-H", "Expect:", "--data-binary", "@piece"]] {
            let words = [version, "\(bench.secure)/[1-80]", "-o", "/dev/null", "-w", "%{size_download} "]
            let output = try bench.curl(words + method)
            let whole = output.output.split(separator: " ").filter { $0 == "1000000" }
            #expect(whole.count == 80, "\(method): \(output.errors)")
        }
        #expect(bench.exchanges(162).last?.server?.isReused == true)
    }

    @Test
    func `without interception CONNECT tunnels to the server's own certificate`() throws {
        let bench = try ProxyBench()
        let output = try bench.curl("-k", "\(bench.secure)/secret", "-w", "|%{ssl_verify_result}")
        #expect(output.output.hasPrefix("/secret|") && output.output != "/secret|0", "\(output.errors)")
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.kind == .tunnel && exchange.url == "localhost:\(bench.secureOrigin.port)")
        #expect(exchange.server?.connection?.lookupEnded != nil)
        #expect(exchange.client.bodyBytes > 500)
        let hello = try #require(exchange.server?.hello)
        #expect(hello.serverName == "localhost" && hello.version == .tls13)
        #expect(hello.offeredProtocols.contains("http/1.1") && exchange.server?.certificate == nil)
    }

    @Test(arguments: ["--http1.1", "--http2"], [["http/1.1"], ["h2", "http/1.1"]])
    func `each request in an intercepted tunnel is recorded, for any pair of protocols`(
        _ version: String,
        _ protocols: [String]
    ) throws {
        let bench = try ProxyBench(protocols, change: Self.everything)
        let output = try bench.curl(
            version,
            "\(bench.secure)/a",
            "\(bench.secure)/b",
            "-w",
            "|%{http_version}|"
        )
        let spelt = version == "--http2" ? "2" : "1.1"
        #expect(output.output == "/a|\(spelt)|/b|\(spelt)|", "\(output.errors)")
        let exchanges = bench.exchanges(3)
        #expect(exchanges.map(\.kind) == [.interception, .intercepted, .intercepted])
        #expect(exchanges.last?.url == "\(bench.secure)/b")
        #expect(exchanges.last?.server?.isReused == true)
        #expect(exchanges.last?.server?.certificate?.names == "DNS:localhost, IP Address:127.0.0.1")
        #expect(exchanges.last?.server?.negotiation?.applicationProtocol == protocols.first)
        // A hello, and a certificate.
        let handshake = exchanges.last?.server?.connection?.handshakeBytes
        #expect(handshake?.sent ?? 0 > 200 && handshake?.received ?? 0 > 500)
        #expect(exchanges.last?.tunnel?.target == "localhost:\(bench.secureOrigin.port)")
    }

    @Test
    func `an untrusted server certificate gives an error page unless the host is marked insecure`()
        throws
    {
        let strict = try ProxyBench(change: { settings in
            Self.everything(&settings)
            settings.trust = { () throws(UpstreamFailure) in
                throw .trust(SystemCallError("open", on: "x", errno: 2))
            }
        })
        let refused = try strict.curl("\(strict.secure)/", "-w", "%{http_code}")
        #expect(refused.output.hasSuffix("502") && refused.output.contains("open x"), "\(refused.output)")
        let lax = try ProxyBench(change: { settings in
            Self.everything(&settings)
            settings.insecure = [HostPattern("localhost")].compactMap { $0 }
        })
        #expect(try lax.curl("\(lax.secure)/x").output == "/x")
    }

    @Test(arguments: [10, 70_000, 3_000_000], [["http/1.1"], ["h2"]])
    func `bodies pass intact in both directions, with a length or chunked`(
        _ size: Int,
        _ protocols: [String]
    ) throws {
        let bench = try ProxyBench(protocols, change: Self.everything) { request in
            .now(
                ServedResponse(
                    head: HTTPResponseHead(status: 200),
                    body: ServedBody(request.body),
                    framing: request.head.target == "/chunked" ? .chunked() : .length
                )
            )
        }
        let content = [UInt8]((0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) })
        try Data(content).write(to: URL(filePath: bench.folder.file("up")))
        for base in [bench.plain, bench.secure] {
            for path in ["/stated", "/chunked"] {
                let fields = path == "/chunked" ? ["-H", "Transfer-Encoding: chunked"] : []
                let output = try bench.curl(["-T", "up", "-o", "down", "--http1.1", base + path] + fields)
                #expect(output.status == 0, "\(output.errors)")
                let came = try Data(contentsOf: URL(filePath: bench.folder.file("down")))
                #expect(Array(came) == content)
            }
        }
    }

    @Test
    func `an unreachable server gives a page with the reason`() throws {
        let bench = try ProxyBench()
        let gone = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: TestOrigin { _ in .now(.text(200, "")) },
            clock: RunClock()
        )
        let port = gone.port
        gone.stop()
        let output = try bench.curl("http://127.0.0.1:\(port)/", "-w", "|%{http_code}")
        #expect(output.output.hasSuffix("|502") && output.output.contains("refused"), "\(output.output)")
        #expect(bench.exchanges(1).first?.server?.failure != nil)
        // No name has a label this long, so that the resolver asks nobody.
        let name = String(repeating: "a", count: 64) + ".invalid"
        let unknown = try bench.curl("http://\(name)/", "-w", "|%{http_code}")
        #expect(unknown.output.hasSuffix("|502") && unknown.output.contains("the name \(name) has no"))
        let tunnel = try bench.curl("https://127.0.0.1:\(port)/")
        #expect(tunnel.status == 56 && tunnel.errors.contains("502"), "\(tunnel.errors)")
    }

    @Test
    func `the proxy does not forward to itself`() throws {
        let bench = try ProxyBench()
        let output = try bench.curl("http://\(bench.proxy.address)/", "-w", "|%{http_code}")
        #expect(output.output.hasSuffix("|403"), "\(output.output)")
        let direct = try LoopbackClient(port: bench.proxy.address.port)
        try direct.send("GET / HTTP/1.1\r\nHost: a.test\r\n\r\n")
        #expect(try direct.response()?.head.status == 400)
    }

    @Test
    func `a tunnel closed by both ends still delivers all bytes to its client`() throws {
        let size = 1_500_000
        let ended = Atomic(false)
        let origin = try HTTPServer(
            listener: Listener(address: "127.0.0.1"),
            responder: TestOrigin(
                answer: { _ in .now(.bare([UInt8](repeating: 120, count: size))) },
                onEnd: { ended.store(true, ordering: .releasing) }
            ),
            clock: RunClock()
        )
        try origin.start()
        let bench = try ProxyBench()
        let client = try LoopbackClient(port: bench.proxy.address.port, receiveBuffer: 8192)
        try client.send("CONNECT 127.0.0.1:\(origin.port) HTTP/1.1\r\nHost: x\r\n\r\n")
        var head = ""
        while !head.hasSuffix("\r\n\r\n") {
            head += String(decoding: try client.receive(atMost: 1), as: UTF8.self)
        }
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        client.finishSending()
        // Where the kernel's buffers are too small for that, the rest crosses while the client reads.
        _ = Waiting.until(seconds: 2) { ended.load(ordering: .acquiring) }
        #expect(try client.receiveToEnd().count == size)
        #expect(bench.exchanges(1).first?.server?.failure == nil)
        origin.stop()
    }

    @Test
    func `a reverse proxy forwards to its server`() throws {
        let bench = try ProxyBench(change: Self.everything)
        let secure = try #require(Destination(url: bench.secure))
        let reverse = try ProxyBench(change: { settings in
            settings.reverse = secure
            settings.insecure = [HostPattern("*")].compactMap { $0 }
        })
        let client = try LoopbackClient(port: reverse.proxy.address.port)
        try client.send("GET /a?b HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        #expect(try client.response()?.text == "/a?b")
        #expect(reverse.exchanges(1).first?.url == "\(bench.secure)/a?b")
    }

    @Test func `an h2c offer is ignored and the connection serves other hosts`() throws {
        let other = try ProxyBench(answer: { _ in .now(.text(200, "other")) })
        let bench = try ProxyBench(answer: { .now(.text(200, $0.head.fields["Upgrade"] ?? "none")) })
        let output = try bench.curl(
            "--http2",
            "\(bench.plain)/",
            "\(other.plain)/",
            "-w",
            "|%{http_version}|"
        )
        #expect(
            output.status == 0 && output.output == "none|1.1|other|1.1|",
            "\(output.output) \(output.errors)"
        )
    }

    @Test func `a sloppy response head is forwarded and its oddities are recorded`() throws {
        let fields = (0..<300).map { "X-\($0): y\n" }.joined()
        let server = try ScriptedServer { peer, _ in
            peer.receiveHead()
            peer.send("HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTransfer-Encoding: chunked\n\(fields)\n")
            peer.send("2\r\nhi\r\n0\r\n\r\n")
        }
        let bench = try ProxyBench()
        let output = try bench.curl("\(server.url)/", "-w", "|%header{x-299}")
        #expect(output.output == "hi|y", "\(output.errors)")
        #expect(bench.exchanges(1).first?.server?.oddities == Set(HTTP1Oddity.allCases))
    }

    @Test(arguments: [
        ("http://HOST/a?b", "/a?b"), ("HTTP://HOST/a", "/a"), ("http://HOST", "/"), ("http://HOST?b", "/?b"),
        ("http://localhost:PORT/a", "/a"),
    ])
    func `a reverse proxy serves full URLs that name itself`(_ target: String, _ asked: String) throws {
        let bench = try ProxyBench(answer: { .now(.text(200, $0.head.target)) })
        let server = try #require(Destination(url: bench.plain))
        let reverse = try ProxyBench(change: { $0.reverse = server })
        let address = reverse.proxy.address
        let client = try LoopbackClient(port: address.port)
        let spelt = target.replacingOccurrences(of: "HOST", with: "\(address)")
            .replacingOccurrences(of: "PORT", with: "\(address.port)")
        try client.send("GET \(spelt) HTTP/1.1\r\nHost: \(address)\r\n\r\n")
        #expect(try client.response()?.text == asked)
        #expect(reverse.exchanges(1).first?.url == "\(bench.plain)\(asked)")
        // Other servers' URLs are theirs.
        let other = try ProxyBench(answer: { _ in .now(.text(200, "other")) })
        try client.send("GET \(other.plain)/ HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response()?.text == "other")
    }

    @Test
    func `redirects of a reverse proxy's server lead back to the proxy`() throws {
        let bench = try ProxyBench(answer: { request in
            guard request.head.target == "/a" else { return .now(.text(200, request.head.target)) }
            let host = request.head.fields["Host"] ?? ""
            let fields: HTTPFields = ["Location": "http://\(host)/b", "Set-Cookie": "a=b; Secure"]
            return .now(ServedResponse(head: HTTPResponseHead(status: 302, fields: fields)))
        })
        let server = try #require(Destination(url: bench.plain))
        let reverse = try ProxyBench(change: { $0.reverse = server })
        let words = ["-sSL", "-w", "|%{url_effective}", "http://\(reverse.proxy.address)/a"]
        let output = try Program(try #require(Program.find("curl")), words).run()
        #expect(output.output == "/b|http://\(reverse.proxy.address)/b", "\(output.errors)")
    }

    @Test(arguments: [
        ("/", "text/html; charset=utf-8", "Certificate Trust Settings"),
        ("/netlab-ca.pem", "application/x-pem-file", "BEGIN CERTIFICATE"),
        ("/netlab-ca.mobileconfig", "application/x-apple-aspen-config", "com.apple.security.root"),
    ])
    func `devices get the certificate and instructions`(
        _ path: String,
        _ type: String,
        _ words: String
    ) throws {
        let bench = try ProxyBench()
        let output = try bench.curl("http://netlab.test\(path)", "-w", "|%{content_type}")
        #expect(output.output.hasSuffix("|\(type)") && output.output.contains(words), "\(output.output)")
    }

    @Test
    func `an upgrade takes over both connections`() throws {
        let bench = try ProxyBench(answer: { request in
            guard request.head.fields["Upgrade"] == "echo" else { return .now(.text(400, "no upgrade")) }
            let stream = BodyStream()
            let head = HTTPResponseHead(
                status: 101,
                fields: ["Upgrade": "echo", "Connection": "Upgrade"]
            )
            return .now(ServedResponse(head: head, takeover: .tunnel(fromClient: stream, toClient: stream)))
        })
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send(
            "GET \(bench.plain)/ HTTP/1.1\r\nHost: x\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"
        )
        var received = ""
        while !received.hasSuffix("\r\n\r\n") {
            received += String(decoding: try client.receive(atMost: 1), as: UTF8.self)
        }
        #expect(received.hasPrefix("HTTP/1.1 101") && received.contains("Upgrade: echo"))
        try client.send("ping")
        #expect(try client.receive(atMost: 4) == Array("ping".utf8))
    }

    @Test(.enabled(if: OpenSSLServer.isInstalled, "needs openssl"))
    func `the end of TLS ends a response even if the server keeps the connection open`() throws {
        let server = try OpenSSLServer()
        let bench = try ProxyBench(change: { settings in
            Self.everything(&settings)
            settings.insecure = settings.intercepted
        })
        let output = try bench.curl(
            "https://127.0.0.1:\(server.port)/",
            "-w",
            "|%{http_code}",
            "--max-time",
            "20"
        )
        #expect(output.status == 0 && output.output.hasSuffix("|200"), "\(output.errors)")
    }

    @Test
    func `a streamed response arrives piece by piece`() throws {
        let stream = BodyStream()
        let bench = try ProxyBench(answer: { _ in
            .now(ServedResponse(head: HTTPResponseHead(status: 200), stream: stream))
        })
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("GET \(bench.plain)/events HTTP/1.1\r\nHost: x\r\n\r\n")
        for piece in ["one", "two", "three"] {
            stream.write(Array(piece.utf8))
            var received = ""
            while !received.contains(piece) {
                received += String(decoding: try client.receive(), as: UTF8.self)
            }
        }
        // A client that leaves takes the server's connection with it.
        client.reset()
        #expect(
            Waiting.until {
                stream.write(Array("more".utf8))
                return stream.isAbandoned
            }
        )
    }
}
