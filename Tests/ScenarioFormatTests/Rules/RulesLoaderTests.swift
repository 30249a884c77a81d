import Forwarding
import HTTP
import ScenarioFormat
import Scenarios
import Testing
import Wire

@Suite struct RulesLoaderTests {
    private static func load(_ text: String) throws(ScenarioError) -> ProxyRules {
        try RulesLoader.load(text: Array(text.utf8), file: "r.yaml")
    }

    @Test func `a rules file has at most 1 MiB`() throws {
        let text = "rules:\n  - { delay: 1 ms }\n#"
        let padding = String(repeating: "x", count: (1 << 20) - text.utf8.count)
        #expect(try Self.load(text + padding).count == 1)
        let error = #expect(throws: ScenarioError.self) { try Self.load(text + padding + "x") }
        #expect(error?.description.contains("a file of rules has at most 1 MiB") == true)
    }

    @Test
    func `reads every match and action`() throws {
        let rules = try Self.load(
            """
            rules:
              - match: "http://a.test/v1/*"
                mapRemote: "http://b.test/"
              - match: { host: "*.test", path: "/v1/*", method: GET, scheme: http, port: 80, query: "*", header: { X: "*" } }
                rewrite:
                  request: { method: PUT, host: c.test, path: /p, query: q, headers: { set: { X: y }, remove: [Cookie], add: { Z: "1" } } }
                  response: { status: 503, headers: { remove: ETag } }
              - delay: 200ms
                noCaching: true
                dns: "[::1]"
                noCompression: false
              - match: "*://a.test/v1/secret"
                block: drop
            """
        )
        #expect(rules.count == 4)
        let head = HTTPRequestHead(
            method: "GET",
            target: "http://a.test/v1/secret",
            fields: ["X": "1", "Cookie": "c"]
        )
        let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
        #expect(
            plan.applied.map(\.description) == [
                "rule 1: mapRemote", "rule 2: rewrite", "rule 3: dns", "rule 3: noCaching", "rule 3: delay",
                "rule 4: block",
            ]
        )
        #expect(plan.request.url == "http://c.test/p?q" && plan.request.head.method == "PUT")
        #expect(plan.request.head.fields["X"] == "y" && !plan.request.head.fields.has("Cookie"))
        #expect(plan.request.destination.address == .loopback6)
        #expect(plan.delay == 200_000_000 && plan.answer == .fault(ResponseFault(.emptyResponse)))
        #expect(plan.revised(HTTPResponseHead(status: 200)).status == 503)
    }

    @Test(arguments: [
        ("rules: [ { block: 403 } ]", "block: 403"),
        (
            "rules:\n  - match: { host: \"*.test\", path: /v1/* } # a note\n    delay: 200 ms",
            "match: { host: \"*.test\", path: /v1/* }, delay: 200 ms"
        ),
        ("rules:\n  - breakpoint:\n      - request\n      - response", "breakpoint: [request, response]"),
        (
            "rules:\n  - rewrite:\n      response: { replace: { text: 'a\"b', with: \"c\\n\" } }",
            #"rewrite: { response: { replace: { text: "a\"b", with: "c\n" } } }"#
        ),
    ])
    func `summarises a rule in one line`(_ text: String, _ words: String) throws {
        #expect(try Self.load(text).words == [words])
    }

    @Test(arguments: [
        ("rules/r.yaml", "fixtures/", "rules/fixtures/"), ("r.yaml", "a.json", "a.json"),
        ("rules/r.yaml", "/srv/a", "/srv/a"),
    ])
    func `resolves file paths relative to the rules file`(_ file: String, _ path: String, _ found: String)
        throws
    {
        let text = "rules:\n  - { match: \"http://a.test/*\", mapLocal: \(path) }"
        let rules = try RulesLoader.load(text: Array(text.utf8), file: file)
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/b%20c/d?e")
        let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
        guard case .file(let content) = plan.answer else {
            Issue.record("no file answers")
            return
        }
        #expect(content.path == found && content.place == Array("b c/d".utf8))
    }

    @Test
    func `reads bodies, patterns and mirrors`() throws {
        let text = """
            rules:
              - match: { pattern: "/v[12]/" }
                rewrite:
                  request: { url: { pattern: "/v(\\\\d)/", with: "/w$1/" }, body: { file: new.json } }
                  response: { body: "{}", replace: [ { text: a, with: b }, { pattern: "x+", with: y } ] }
                mirror: copies/
            """
        let rules = try RulesLoader.load(text: Array(text.utf8), file: "r/r.yaml")
        let head = HTTPRequestHead(method: "POST", target: "http://a.test/v1/b?c=d")
        let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
        #expect(plan.request.url == "http://a.test/w1/b?c=d")
        #expect(plan.requestBody?.content == .file("r/new.json"))
        #expect(plan.responseBody?.content == .text("{}"))
        #expect(plan.responseBody?.substitutions.count == 2)
        #expect(plan.mirror?.folder == "r/copies" && plan.mirror?.names == ["a.test:80", "w1", "b?c=d"])
        let other = HTTPRequestHead(method: "GET", target: "http://a.test/v3/")
        #expect(try rules.plan(for: ForwardedRequest(other, within: nil)) == nil)
    }

    @Test
    func `faults have the same names as an origin's`() throws {
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/")
        for kind in ResponseFault.Kind.allCases where kind != .neverAccept {
            let rules = try Self.load("rules:\n  - fault: \(kind.rawValue)")
            let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
            #expect(plan.fault?.kind == kind || plan.answer == .fault(ResponseFault(kind)), "\(kind)")
        }
    }

    @Test(arguments: [
        ("truncate", ResponseFault(.truncate)),
        ("{ kind: stall, after: 100 kB }", ResponseFault(.stall, after: 100_000)),
        ("{ kind: slowClose, for: 2 s }", ResponseFault(.slowClose, lasting: 2_000_000_000)),
        (
            "{ kind: chunkedDribbleDelay, chunks: 3, probability: 30 % }",
            ResponseFault(.chunkedDribbleDelay, lasting: 1_000_000_000, chunks: 3, probability: 0.3)
        ),
        (
            "{ kind: wrongContentLength, excess: 5 B, first: 2 }",
            ResponseFault(.wrongContentLength, excess: 5, first: 2)
        ),
    ])
    func `a response fault has the same keys and defaults as an origin's`(
        _ text: String,
        _ fault: ResponseFault
    )
        throws
    {
        let rules = try Self.load("rules:\n  - fault: \(text)")
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/")
        let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
        #expect(plan.fault == fault && plan.answer == nil)
    }

    @Test(arguments: [
        ("request", [BreakpointPhase.request]), ("response", [.response]),
        ("[response, request]", [.request, .response]),
    ])
    func `a breakpoint stops at one phase or both`(_ text: String, _ phases: [BreakpointPhase]) throws {
        let rules = try Self.load("rules:\n  - breakpoint: \(text)")
        let head = HTTPRequestHead(method: "GET", target: "http://a.test/")
        let plan = try #require(rules.plan(for: ForwardedRequest(head, within: nil)))
        #expect(plan.breakpoints == Set(phases))
        #expect(plan.applied.map(\.description) == ["rule 1: breakpoint"])
    }

    @Test(arguments: [
        ("", "r.yaml: error: the file is empty"),
        ("rule: []", "r.yaml:1:1: error: unknown key `rule` in `the file`, did you mean `rules`?"),
        ("rules: 3", "r.yaml:1:8: error: `rules` takes a list"),
        ("rules:\n  - match: a.test\n    block: 403", "r.yaml:2:12: error: `match` takes a URL with stars"),
        ("rules:\n  - blok: 403", "r.yaml:2:5: error: unknown key `blok` in `a rule`, did you mean `block`?"),
        ("rules:\n  - match: { host: a.test }", "r.yaml:2:5: error: the rule does nothing"),
        ("rules:\n  - block: dropp", "r.yaml:2:12: error: `block` takes a status"),
        ("rules:\n  - block: 700", "r.yaml:2:12: error: `block` is from 200 to 599"),
        ("rules:\n  - mapRemote: b.test", "r.yaml:2:16: error: `mapRemote` takes a URL"),
        ("rules:\n  - dns: b.test", "r.yaml:2:10: error: `dns` takes an address"),
        ("rules:\n  - delay: 3", "r.yaml:2:12: error: `delay`"),
        ("rules:\n  - mirror: \"\"", "`mirror` takes a folder"),
        ("rules:\n  - breakpoint: answer", "r.yaml:2:17: error: `breakpoint` cannot be `answer`"),
        ("rules:\n  - breakpoint: [request, respons]", "did you mean `response`?"),
        ("rules:\n  - breakpoint: []", "r.yaml:2:17: error: `breakpoint` is empty"),
        (
            "rules:\n  - match: { pattern: \"a(\" }\n    block: 403",
            "r.yaml:2:23: error: `pattern`: `a(` is no"
        ),
        ("rules:\n  - rewrite: { response: { replace: { with: b } } }", "`replace` looks for one of them"),
        ("rules:\n  - rewrite: { response: { replace: { text: a } } }", "`with`"),
        ("rules:\n  - rewrite: { response: { replace: { text: \"\", with: b } } }", "`text` is empty"),
        ("rules:\n  - rewrite: { response: { body: { fil: b } } }", "did you mean `file`?"),
        ("rules:\n  - fault: reset", "r.yaml:2:12: error: `fault` cannot be `reset`"),
        ("rules:\n  - fault: stal", "did you mean `stall`?"),
        ("rules:\n  - fault: neverAccept", "r.yaml:2:12: error: `neverAccept` is for origins"),
        ("rules:\n  - fault: { after: 3 B }", "`fault` needs a `kind`"),
        ("rules:\n  - fault: { kind: corruptBody, after: 3 B }", "2:33: error: `after` has no meaning for"),
        ("rules:\n  - fault: { kind: stall, aftr: 3 B }", "did you mean `after`?"),
        ("rules:\n  - match: { path: a }\n    block: 403", "r.yaml:2:20: error: `path` takes a path"),
        ("rules:\n  - match: { method: get }\n    block: 403", "did you mean `GET`?"),
        (
            "rules:\n  - rewrite: { request: { headers: { set: { Content-Length: 3 } } } }",
            "is set by the proxy"
        ),
        ("rules:\n  - rewrite: { request: { headers: { set: { \"a b\": 3 } } } }", "cannot name a header"),
        ("rules:\n  - rewrite: { request: { host: \"a:1\" } }", "r.yaml:2:33: error: `host` takes a name"),
        ("rules:\n  - rewrite: { request: { path: a } }", "r.yaml:2:33: error: `path` takes a path"),
        ("rules:\n  - rewrite: { request: { path: /a?b } }", "r.yaml:2:33: error: `path` takes a path"),
        ("rules:\n  - rewrite: { request: { query: a b } }", "r.yaml:2:34: error: `query` takes a query"),
        ("rules: &a []", "which a file of rules cannot have"),
    ])
    func `an error has its position and suggests the nearest spelling`(_ text: String, _ told: String) {
        let error = #expect(throws: ScenarioError.self) { try Self.load(text) }
        #expect(error?.description.contains(told) == true, "\(error?.description ?? "")")
    }
}
