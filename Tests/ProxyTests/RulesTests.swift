import Forwarding
import Foundation
import HTTP
import Proxy
import Serving
import TestSupport
import Testing

/// What clients get through a proxy that follows rules.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct RulesTests {
    private static func rule(_ path: String, _ actions: any RuleAction...) -> ProxyRule {
        var match = RuleMatch()
        match.path = StarPattern(path)
        return ProxyRule(match, actions)
    }

    private static func bench(_ rules: CurrentRules, size: Int = 1) throws -> ProxyBench {
        try ProxyBench(change: { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.rules = rules
        }) { request in
            .now(.text(200, request.head.target + String(repeating: ".", count: size)))
        }
    }

    @Test
    func `a rule answers in the server's place, and the log says so`() throws {
        let rules = CurrentRules(
            ProxyRules([
                Self.rule("/page", BlockAction(.page(status: 451))), Self.rule("/drop", BlockAction(.drop)),
            ])
        )
        let bench = try Self.bench(rules)
        for base in [bench.plain, bench.secure] {
            #expect(try bench.curl("\(base)/page", "-w", "|%{http_code}").output.hasSuffix("|451"))
            #expect(try bench.curl("\(base)/drop").status != 0)
            #expect(try bench.curl("\(base)/free").output == "/free.")
        }
        let exchanges = bench.exchanges(9).filter { $0.kind != .interception }
        let blocked = exchanges.filter { !$0.rules.isEmpty }
        #expect(exchanges.count == 6 && blocked.count == 4)
        #expect(blocked.allSatisfy { $0.server == nil })
        #expect(blocked.map(\.url).contains("\(bench.secure)/page"))
    }

    @Test
    func `another server answers under the asked one's name, and heads are changed`() throws {
        let remote = try ProxyBench(answer: { request in
            .now(.text(200, "\(request.head.target) \(request.head.fields["X"] ?? "none")"))
        })
        var rewrite = RewriteAction()
        rewrite.requestFields.set = [HTTPField(name: "X", value: "y")]
        rewrite.status = 503
        let action = try #require(MapRemoteAction(url: "\(remote.plain)/new/"))
        let bench = try Self.bench(CurrentRules(ProxyRules([Self.rule("/v1/*", action, rewrite)])))
        let output = try bench.curl("\(bench.secure)/v1/a?b", "-w", "|%{http_code}")
        #expect(output.output == "/new/a?b y|503", "\(output.errors)")
        let exchange = try #require(bench.exchanges(2).last)
        #expect(exchange.url == "\(bench.secure)/v1/a?b")
        #expect(exchange.server?.destination.port == remote.origin.port)
        #expect(exchange.server?.head?.status == 200)
        #expect(exchange.rules.map(\.action) == ["mapRemote", "rewrite"])
    }

    @Test(arguments: ["--http1.1", "--http2"], [1, 3_000_000])
    func `a delay holds short and long responses back`(_ version: String, _ size: Int) throws {
        let rules = CurrentRules(ProxyRules([Self.rule("*", DelayAction(300_000_000))]))
        let bench = try Self.bench(rules, size: size)
        let output = try bench.curl(
            version,
            "\(bench.secure)/a",
            "-o",
            "/dev/null",
            "-w",
            "%{time_starttransfer} %{size_download}"
        )
        let words = output.output.split(separator: " ")
        #expect(words.first.flatMap { Double($0) } ?? 0 >= 0.3, "\(output.errors)")
        #expect(words.last == "\(size + 2)")
    }

    @Test
    func `replaced rules are those of the next exchange`() throws {
        let rules = CurrentRules(ProxyRules([]))
        let bench = try Self.bench(rules)
        #expect(try bench.curl("\(bench.plain)/a").output == "/a.")
        rules.replace(with: ProxyRules([Self.rule("*", BlockAction(.page(status: 403)))]))
        #expect(try bench.curl("\(bench.plain)/a", "-w", "|%{http_code}").output.hasSuffix("|403"))
    }
}
