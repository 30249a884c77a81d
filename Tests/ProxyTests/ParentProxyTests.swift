import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import TLS
import TestSupport
import Testing
import Wire

/// A proxy that reaches servers through another one.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ParentProxyTests {
    private static func through(
        _ parent: String,
        except exceptions: [String] = []
    ) -> (inout ProxySettings) -> Void {
        { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.parent = ParentProxy(url: parent)
            settings.parent?.exceptions = exceptions.compactMap { HostPattern($0) }
        }
    }

    @Test func `plain-text requests share a connection to the parent and have full URLs`() throws {
        let parent = try ProxyBench()
        let bench = try ProxyBench(change: Self.through("http://\(parent.proxy.address)"))
        let output = try bench.curl("\(bench.plain)/a?b", "\(bench.plain)/c", "-w", "|%{http_code}|")
        #expect(output.output == "/a?b|200|/c|200|", "\(output.errors)")
        #expect(
            parent.exchanges(2).map(\.client.request?.target) == ["\(bench.plain)/a?b", "\(bench.plain)/c"]
        )
        let exchanges = bench.exchanges(2)
        #expect(exchanges.map(\.server?.isReused) == [false, true])
        let facts = try #require(exchanges.first?.server)
        #expect(facts.address == parent.proxy.address && facts.parent?.port == parent.proxy.address.port)
        #expect(facts.destination.port == bench.origin.port && facts.connection?.tunnelOpened == nil)
    }

    @Test(arguments: [["http/1.1"], ["h2", "http/1.1"]])
    func `TLS uses a tunnel, whose phases are recorded`(_ protocols: [String]) throws {
        let parent = try ProxyBench()
        let bench = try ProxyBench(protocols, change: Self.through("http://\(parent.proxy.address)"))
        let output = try bench.curl("\(bench.secure)/a", "\(bench.secure)/b")
        #expect(output.output == "/a/b", "\(output.errors)")
        let exchange = try #require(bench.exchanges(3).first { $0.kind == .intercepted })
        let connection = try #require(exchange.server?.connection)
        let instants = [
            connection.connectBegan, connection.connectEnded, connection.tunnelOpened,
            connection.handshakeBegan, connection.handshakeEnded,
        ].compactMap { $0 }
        #expect(instants.count == 5 && instants == instants.sorted())
        #expect(exchange.server?.negotiation?.applicationProtocol == protocols[0])
        #expect(bench.observer.ended.last?.server?.isReused == true)
        bench.proxy.stop()
        let tunnels = parent.exchanges(1)
        #expect(
            tunnels.count == 1 && tunnels[0].kind == .tunnel && tunnels[0].url == bench.secure.dropFirst(8)
        )
        #expect(tunnels.first?.server?.hello?.serverName == "localhost")
    }

    @Test(arguments: ["http", "socks5h", "socks4a"])
    func `an uninspected tunnel uses the parent`(_ scheme: String) throws {
        let parent = try ProxyBench()
        let bench = try ProxyBench {
            $0.parent = ParentProxy(url: "http://\(parent.proxy.address)")
        }
        let proxy = "\(scheme)://\(bench.proxy.address)"
        let output = try bench.curl("-x", proxy, "-k", "\(bench.secure)/secret")
        #expect(output.output == "/secret", "\(output.errors)")
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.kind == .tunnel && exchange.server?.parent != nil)
        #expect(exchange.server?.connection?.tunnelOpened != nil)
    }

    @Test func `the tunnel's first bytes may arrive with the parent's response`() throws {
        let granted = "HTTP/1.1 200 Connection established\r\n\r\nSSH-2.0-far\r\n"
        let parent = try RawServer(Array(granted.utf8))
        let bench = try ProxyBench { $0.parent = ParentProxy(url: "http://127.0.0.1:\(parent.port)") }
        let output = try bench.curl("-x", "socks5h://\(bench.proxy.address)", "telnet://far.test:22")
        #expect(output.output == "SSH-2.0-far\r\n", "\(output.errors)")
        #expect(parent.received.first?.hasPrefix("CONNECT far.test:22 HTTP/1.1\r\n") == true)
    }

    @Test func `an upgrade gets its own tunnel`() throws {
        let parent = try ProxyBench()
        let bench = try ProxyBench(change: Self.through("http://\(parent.proxy.address)"))
        let first = try bench.curl("\(bench.plain)/a")
        let second = try bench.curl(
            "-H",
            "Connection: Upgrade",
            "-H",
            "Upgrade: websocket",
            "\(bench.plain)/b"
        )
        #expect(first.output == "/a" && second.output == "/b", "\(second.errors)")
        #expect(parent.exchanges(1).map(\.client.request?.method) == ["GET"])
        bench.proxy.stop()
        #expect(parent.exchanges(2).last?.client.request?.method == "CONNECT")
    }

    @Test func `exceptions are reached directly`() throws {
        let bench = try ProxyBench(change: Self.through("http://127.0.0.1:1", except: ["127.0.0.1"]))
        let output = try bench.curl("\(bench.plain)/a")
        #expect(output.output == "/a", "\(output.errors)")
        #expect(bench.exchanges(1).first?.server?.parent == nil)
    }

    @Test func `credentials are sent to the parent, not to servers`() throws {
        let parent = try RawServer(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
        let bench = try ProxyBench(change: Self.through("http://me:secret@127.0.0.1:\(parent.port)"))
        #expect(try bench.curl("http://far.test/").output == "ok")
        let direct = try RawServer(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8))
        let other = try ProxyBench(
            change: Self.through("http://me:secret@127.0.0.1:1", except: ["127.0.0.1"])
        )
        #expect(try other.curl("http://127.0.0.1:\(direct.port)/").output == "ok")
        #expect(parent.received.first?.contains("Proxy-Authorization: Basic bWU6c2VjcmV0\r\n") == true)
        #expect(direct.received.first?.contains("Proxy-Authorization") == false)
    }

    @Test(arguments: [
        ("HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 0\r\n\r\n", "user and password"),
        ("HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno\n", "it refused: 403 Forbidden"),
        ("HTTP/1.1 503 \r\nContent-Length: 0\r\n\r\n", "it refused: 503"),
        ("SSH-2.0-x\r\n", "is not HTTP"),
        ("", "closed the connection"),
    ])
    func `a refusal by the parent is reported to the client`(_ answer: String, _ words: String) throws {
        let parent = try RawServer(Array(answer.utf8))
        let bench = try ProxyBench(change: Self.through("http://127.0.0.1:\(parent.port)"))
        let output = try bench.curl("https://far.test/", "-w", "%{http_code}")
        #expect(output.output.contains(words) && output.output.hasSuffix("502"), "\(output.output)")
        #expect(output.output.contains("127.0.0.1:\(parent.port)"))
        let failure = bench.exchanges(2).last?.server?.failure
        #expect(failure?.description.contains(words) == true)
    }

    @Test func `a 407 from the parent is not passed on to the client`() throws {
        let answer = "HTTP/1.1 407 No\r\nProxy-Authenticate: Basic\r\nContent-Length: 2\r\n\r\nno"
        let parent = try RawServer(Array(answer.utf8))
        let bench = try ProxyBench(change: Self.through("http://127.0.0.1:\(parent.port)"))
        let output = try bench.curl("http://far.test/", "-w", "%{http_code}")
        #expect(output.output.contains("--upstream http://USER") && output.output.hasSuffix("502"))
    }

    @Test func `an unreachable parent is named in the error`() throws {
        let bench = try ProxyBench(change: Self.through("http://127.0.0.1:1"))
        for url in ["http://far.test/", "https://far.test/"] {
            let output = try bench.curl(url, "-w", "%{http_code}")
            #expect(output.output.contains("the upstream proxy 127.0.0.1:1: the connection failed"))
            #expect(output.output.hasSuffix("502"))
        }
    }

    @Test func `a silent parent times out`() throws {
        let parent = try RawServer([], .silence)
        let bench = try ProxyBench { settings in
            Self.through("http://127.0.0.1:\(parent.port)")(&settings)
            settings.waits = UpstreamLimits(connect: 200_000_000)
        }
        let output = try bench.curl("https://far.test/", "-w", "%{http_code}")
        #expect(output.output.contains("did not answer in time") && output.output.hasSuffix("504"))
    }

    @Test(arguments: [
        "169.254.169.254", "[fe80::1]", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518",
        "169.254.169.254.", "[fd00:ec2::254]",
    ])
    func `forbidden addresses stay forbidden`(_ host: String) throws {
        let bench = try ProxyBench(change: Self.through("http://127.0.0.1:1"))
        let output = try bench.curl("http://\(host)/", "-w", "%{http_code}")
        #expect(output.output.contains("link-local") && output.output.hasSuffix("403"))
    }
}
