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
                Self.rule("/page", BlockAction(.page(status: 451))),
                Self.rule("/drop", BlockAction(.fault(.emptyResponse))),
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
    func `a file answers, and nothing outside its folder`() throws {
        let folder = try ScratchFolder()
        let inner = URL(filePath: folder.file("inner"))
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        try Data("{}".utf8).write(to: inner.appending(path: "a.json"))
        try Data("secret".utf8).write(to: URL(filePath: folder.file("b.txt")))
        try FileManager.default.createSymbolicLink(
            at: inner.appending(path: "out"),
            withDestinationURL: URL(filePath: folder.file("b.txt"))
        )
        let rules = ProxyRules([
            Self.rule("/all/*", MapLocalAction(path: inner.path)),
            Self.rule("/one", MapLocalAction(path: folder.file("b.txt")), NoCachingAction()),
            Self.rule("/gone", MapLocalAction(path: folder.file("gone"))),
        ])
        let bench = try Self.bench(CurrentRules(rules))
        let shown = ["-w", "|%{http_code}|%{content_type}", "--path-as-is"]
        func get(_ path: String) throws -> String {
            try bench.curl(["\(bench.secure)\(path)"] + shown).output
        }
        #expect(try get("/all/a.json?b") == "{}|200|application/json")
        #expect(try get("/one") == "secret|200|text/plain; charset=utf-8")
        for path in [
            "/all/b", "/all/", "/all/../b.txt", "/all/%2e%2e/b.txt", "/all/..%2fb.txt", "/all/out", "/gone",
        ] {
            #expect(try get(path).contains("|404|"), "\(path)")
        }
    }

    @Test(arguments: ["--http1.1", "--http2"], RuleFault.allCases)
    func `a fault ends the exchange without a response`(_ version: String, _ fault: RuleFault) throws {
        let bench = try Self.bench(CurrentRules(ProxyRules([Self.rule("/a", FaultAction(fault))])))
        let output = try bench.curl(version, "\(bench.secure)/a", "-w", "|%{http_code}")
        #expect(output.status != 0 && output.output == "|000", "\(output.output) \(output.errors)")
        #expect(try bench.curl(version, "\(bench.secure)/b").output == "/b.")
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
