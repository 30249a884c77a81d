import Compression
import Forwarding
import Foundation
import HTTP
import Proxy
import Serving
import TestSupport
import Testing
import Wire

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
    func `a rule answers in place of the server and is recorded`() throws {
        let rules = CurrentRules(
            ProxyRules([
                Self.rule("/page", BlockAction(.page(status: 451))),
                Self.rule("/drop", BlockAction(.fault(ResponseFault(.emptyResponse)))),
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
    func `mapped files are served, but nothing outside their folder`() throws {
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

    @Test
    func `mapRemote changes the server and rewrite changes the headers`() throws {
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

    @Test(arguments: ["http", "socks5h"], ["http", "https", "tunnel"])
    func `a DNS rule changes the address but not the name`(_ proxy: String, _ kind: String)
        throws
    {
        var match = RuleMatch()
        match.host = HostPattern("far.test")
        let rules = ProxyRules([ProxyRule(match, [DNSAction(.loopback4)])])
        let bench = try ProxyBench(change: { settings in
            settings.intercepted = kind == "tunnel" ? [] : [HostPattern("*")].compactMap { $0 }
            // The origin's certificate is for another name.
            settings.insecure = [HostPattern("*")].compactMap { $0 }
            settings.rules = CurrentRules(rules)
        }) { .now(.text(200, $0.head.fields["Host"] ?? "")) }
        let port = kind == "http" ? bench.origin.port : bench.secureOrigin.port
        let url = "\(kind == "http" ? "http" : "https")://far.test:\(port)/a"
        let output = try bench.curl("-k", "-x", "\(proxy)://\(bench.proxy.address)", url)
        #expect(output.output == "far.test:\(port)", "\(output.errors)")
        // A CONNECT, or what says the same by SOCKS, comes before requests that the proxy sees.
        let isAlone = kind == "tunnel" || (kind == "http" && proxy == "http")
        let exchange = bench.exchanges(isAlone ? 1 : 2).last { $0.server != nil }
        #expect(exchange?.rules.map(\.action) == ["dns"])
        #expect(exchange?.server?.connection?.lookupBegan == nil)
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

    @Test(arguments: ["--http1.1", "--http2"], [["http/1.1"], ["h2"]])
    func `bodies are rewritten in both directions`(_ version: String, _ protocols: [String]) throws {
        var rewrite = RewriteAction()
        rewrite.requestBody.substitutions = [.text("pear", with: "apple pie")]
        rewrite.responseBody.substitutions = [.pattern(try RegularExpression("p(i)e"), with: "P$1E")]
        var replaced = RewriteAction()
        replaced.requestBody.content = .text("new")
        replaced.responseBody.content = .text("other")
        let rules = ProxyRules([Self.rule("/edit", rewrite), Self.rule("/replace", replaced)])
        let bench = try ProxyBench(
            protocols,
            change: { settings in
                settings.intercepted = [HostPattern("*")].compactMap { $0 }
                settings.rules = CurrentRules(rules)
            }
        ) { request in
            let length = request.head.fields["Content-Length"] ?? "none"
            return .now(.text(200, "\(String(decoding: request.body, as: UTF8.self)) \(length)"))
        }
        func post(_ path: String, _ words: String...) throws -> String {
            try bench.curl([version, "\(bench.secure)\(path)", "-d", "one pear"] + words).output
        }
        #expect(try post("/edit") == "one apple PiE 13")
        #expect(try post("/edit", "-H", "Transfer-Encoding: chunked") == "one apple PiE 13")
        #expect(try post("/replace", "-w", "%{header_json}").hasPrefix("other"))
        #expect(try bench.curl(version, "\(bench.secure)/edit").output == " none")
        #expect(
            try bench.curl(version, "-I", "\(bench.secure)/replace", "-w", "%{http_code}").output.hasSuffix(
                "200"
            )
        )
        let exchanges = bench.exchanges(10).filter { $0.kind == .intercepted }
        #expect(exchanges.count == 5 && exchanges.allSatisfy { $0.server?.uneditedBody == nil })
    }

    @Test(arguments: [
        ("gzip", 100, "new", BodyEditFailure?.none), ("br", 100, "new", nil),
        ("zip", 100, "old", .undecodable),
        ("", 1_100_000, "old", .tooLong), ("gzip", 1_100_000, "old", .tooLong),
    ])
    func `a compressed response is decompressed for rewriting, or passes unchanged`(
        _ coding: String,
        _ size: Int,
        _ word: String,
        _ failure: BodyEditFailure?
    ) throws {
        var rewrite = RewriteAction()
        rewrite.responseBody.substitutions = [.text("old", with: "new")]
        let text = Array("old\(String(repeating: ".", count: size))".utf8)
        let packed =
            coding == "gzip" ? try Gzip.compress(text) : coding == "br" ? try Brotli.compress(text) : text
        let rules = CurrentRules(ProxyRules([Self.rule("*", rewrite)]))
        let bench = try ProxyBench(change: { settings in
            settings.intercepted = [HostPattern("*")].compactMap { $0 }
            settings.rules = rules
        }) { _ in
            var head = HTTPResponseHead(status: 200)
            if !coding.isEmpty { head.fields["Content-Encoding"] = coding }
            return .now(ServedResponse(head: head, body: ServedBody(packed)))
        }
        let words = coding == "zip" || coding.isEmpty ? [] : ["--compressed"]
        let output = try bench.curl(["\(bench.secure)/a"] + words)
        #expect(output.output.utf8.count == text.count && output.output.hasPrefix(word), "\(output.errors)")
        #expect(bench.exchanges(2).last?.server?.uneditedBody == failure)
    }

    @Test func `a file replaces a body if it is readable and short enough`() throws {
        let folder = try ScratchFolder()
        try Data("file".utf8).write(to: URL(filePath: folder.file("short")))
        try Data(repeating: 97, count: BodyEdit.longest + 1).write(to: URL(filePath: folder.file("long")))
        func rule(_ name: String) -> ProxyRule {
            var rewrite = RewriteAction()
            rewrite.responseBody.content = .file(folder.file(name))
            return Self.rule("/\(name)", rewrite)
        }
        let bench = try Self.bench(CurrentRules(ProxyRules(["short", "long", "none"].map(rule))))
        #expect(try bench.curl("\(bench.plain)/short").output == "file")
        #expect(try bench.curl("\(bench.plain)/long").output == "/long.")
        #expect(try bench.curl("\(bench.plain)/none").output.contains("a rule's body cannot be read"))
        #expect(bench.exchanges(3).map(\.server?.uneditedBody) == [nil, .tooLong, nil])
    }

    @Test func `a request that is too long to be rewritten is refused`() throws {
        var rewrite = RewriteAction()
        rewrite.requestBody.substitutions = [.text("a", with: "b")]
        let bench = try Self.bench(CurrentRules(ProxyRules([Self.rule("*", rewrite)])))
        let file = bench.folder.file("long")
        try Data(repeating: 97, count: 1_100_000).write(to: URL(filePath: file))
        let output = try bench.curl("--data-binary", "@\(file)", "\(bench.plain)/a", "-w", "%{http_code}")
        #expect(output.output.hasSuffix("413"), "\(output.output) \(output.errors)")
        #expect(output.output.contains("longer than 1048576 bytes"))
    }

    @Test(arguments: ["--http1.1", "--http2"])
    func `a mirror stores only complete bodies, decompressed`(_ version: String) throws {
        let folder = try ScratchFolder()
        let rules = CurrentRules(ProxyRules([Self.rule("*", MirrorAction(folder: folder.file("copies")))]))
        let bench = try ProxyBench(
            ["h2"],
            change: { settings in
                settings.intercepted = [HostPattern("*")].compactMap { $0 }
                settings.rules = rules
            }
        ) { request in
            guard request.head.target != "/none" else { return .now(.text(404, "none")) }
            let packed = try? Gzip.compress(Array(request.head.target.utf8))
            let head = HTTPResponseHead(status: 200, fields: ["Content-Encoding": "gzip"])
            return .now(ServedResponse(head: head, body: ServedBody(packed ?? [])))
        }
        let port = bench.secureOrigin.port
        for path in ["/a/b?c", "/none"] {
            _ = try bench.curl(version, "--compressed", "\(bench.secure)\(path)")
        }
        let host = folder.file("copies/localhost:\(port)")
        // A thread of its own writes it.
        #expect(Waiting.until { FileManager.default.fileExists(atPath: "\(host)/a/b?c") })
        #expect(try String(contentsOfFile: "\(host)/a/b?c", encoding: .utf8) == "/a/b?c")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.file("copies"))
        #expect(names.sorted() == ["localhost:\(port)", "localhost:\(port)/a", "localhost:\(port)/a/b?c"])
        #expect(bench.exchanges(4).allSatisfy { $0.server?.mirrorFailure == nil })
    }

    @Test
    func `replaced rules apply from the next exchange on`() throws {
        let rules = CurrentRules(ProxyRules([]))
        let bench = try Self.bench(rules)
        #expect(try bench.curl("\(bench.plain)/a").output == "/a.")
        rules.replace(with: ProxyRules([Self.rule("*", BlockAction(.page(status: 403)))]))
        #expect(try bench.curl("\(bench.plain)/a", "-w", "|%{http_code}").output.hasSuffix("|403"))
    }
}
