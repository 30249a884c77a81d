import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

/// What other machines reach through the proxy of what is on its own.
@Suite(.timeLimit(.minutes(1)))
struct OtherMachinesTests {
    /// All clients come from another machine, which may use the proxy, while `isFar` says so.
    private static func far(
        while isFar: @escaping @Sendable () -> Bool = { true },
        change: @escaping (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyBench {
        let phone = IPAddress.v4(0x0A00_0005)
        return try ProxyBench(change: { settings in
            settings.allowed = [IPNetwork(phone, bits: 32)].compactMap { $0 }
            settings.client = { isFar() ? SocketAddress(host: phone, port: $0.port) : $0 }
            change(&settings)
        })
    }

    private func status(_ bench: ProxyBench, _ url: String, _ words: String...) throws -> String {
        String(try bench.curl([url, "-o", "/dev/null", "-w", "%{http_code}"] + words).output)
    }

    @Test(arguments: ["127.0.0.1", "127.1", "2130706433", "localhost", "a.localhost", "0.0.0.0", "127.0.0.9"])
    func `loopback servers are refused to other machines`(_ host: String) throws {
        let bench = try Self.far()
        let client = try LoopbackClient(port: bench.proxy.address.port)
        let name = "\(host):\(bench.origin.port)"
        try client.send("GET http://\(name)/ HTTP/1.1\r\nHost: \(name)\r\n\r\n")
        let answer = try #require(try client.response())
        #expect(answer.head.status == 403 && answer.text.contains("--loopback"))
        try client.send("CONNECT \(name) HTTP/1.1\r\nHost: \(name)\r\n\r\n")
        #expect(try client.response(to: "CONNECT")?.head.status == 403)
    }

    @Test func `loopback servers are reachable for other machines if the user allows it`() throws {
        let bench = try Self.far(change: { settings in settings.allowsLoopback = true })
        #expect(try status(bench, bench.plain) == "200")
    }

    @Test func `a loopback server mapped by a rule is reachable for other machines`() throws {
        let server = try ScriptedServer { peer, _ in
            while !peer.receiveHead().isEmpty { peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") }
        }
        let map = try #require(MapRemoteAction(url: server.url))
        let destination = Destination(host: "127.0.0.1", port: server.port, isEncrypted: false)
        let bench = try Self.far(change: { settings in
            settings.rules = CurrentRules(ProxyRules([ProxyRule(RuleMatch(), [map])]))
        })
        #expect(try status(bench, "http://a.test/") == "200")
        let other = try Self.far(change: { settings in settings.reverse = destination })
        let client = try LoopbackClient(port: other.proxy.address.port)
        try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(try client.response()?.head.status == 200)
    }

    @Test func `connections of local clients are not reused for other machines`() throws {
        let isFar = Atomic(false)
        let bench = try Self.far(while: { isFar.load(ordering: .relaxed) })
        #expect(try status(bench, bench.plain) == "200")
        isFar.store(true, ordering: .relaxed)
        #expect(try status(bench, bench.plain) == "403")
        isFar.store(false, ordering: .relaxed)
        #expect(try status(bench, bench.plain) == "200")
    }

    @Test func `the port of the proxy's own page is never a destination`() throws {
        let bench = try ProxyBench()
        bench.proxy.forbid(port: bench.origin.port)
        #expect(try status(bench, bench.plain) == "403")
        #expect(try status(bench, bench.secure) == "000")
    }
}
