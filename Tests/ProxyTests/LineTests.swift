import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing

/// Which connections of a proxy go over the lines of hosts.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct LineTests {
    private let lines = TestLines()

    private func bench(_ protocols: [String] = ["http/1.1"], intercepts: Bool = true) throws -> ProxyBench {
        let lines = lines
        return try ProxyBench(
            protocols,
            change: {
                $0.lines = lines
                if intercepts { $0.intercepted = [.all] }
            }
        )
    }

    private static func pattern(_ text: String) throws -> HostPattern {
        try #require(HostPattern(text))
    }

    @Test(arguments: [["http/1.1"], ["h2"]])
    func `matching hosts use their line, and the exchange records it`(_ protocols: [String]) throws {
        let line = lines.put(try Self.pattern("localhost"))
        let bench = try bench(protocols)
        let output = try bench.curl("\(bench.secure)/a", "\(bench.secure)/b", "\(bench.plain)/c")
        #expect(output.output == "/a/b/c", "\(output.errors)")
        let facts = bench.exchanges(4).sorted { $0.number < $1.number }.compactMap(\.server)
        #expect(facts.map(\.line) == ["localhost", "localhost", nil])
        #expect(line.carried.withLock { $0 } == 1)
        // The connection's facts are those of the one with the server.
        #expect(facts.allSatisfy { $0.connection?.connectEnded != nil && ($0.localPort ?? 0) > 0 })
        #expect(
            facts.map(\.address?.port) == [
                bench.secureOrigin.port, bench.secureOrigin.port, bench.origin.port,
            ]
        )
    }

    @Test func `after a switch no request reuses a connection over another line`() throws {
        let bench = try bench()
        _ = try bench.curl("\(bench.plain)/a")
        _ = bench.exchanges(1)
        let line = lines.put(.all)
        _ = try bench.curl("\(bench.plain)/b", "\(bench.plain)/c")
        _ = bench.exchanges(3)
        lines.removeAll()
        _ = try bench.curl("\(bench.plain)/d")
        let facts = bench.exchanges(4).sorted { $0.number < $1.number }.compactMap(\.server)
        #expect(facts.map(\.line) == [nil, "*", "*", nil])
        #expect(facts.map(\.isReused) == [false, false, true, true])
        #expect(line.carried.withLock { $0 } == 1)
    }

    @Test func `tunnels use lines as well, and refused connections are reported as usual`() throws {
        lines.put(.all)
        let bench = try bench(intercepts: false)
        let output = try bench.curl("-k", "\(bench.secure)/t")
        #expect(output.output == "/t", "\(output.errors)")
        // Free again once the listener is gone.
        let port = try LoopbackListener().port
        let refused = try bench.curl("http://127.0.0.1:\(port)/", "-w", "%{http_code}")
        #expect(refused.output.hasSuffix("502"))
        let exchanges = bench.exchanges(2).sorted { $0.number < $1.number }
        #expect(exchanges.map(\.kind) == [.tunnel, .plain] && exchanges[0].server?.line == "*")
        let failure = exchanges[1].server?.failure?.description
        #expect(failure?.contains("refused") == true, "\(failure ?? "none")")
    }
}
