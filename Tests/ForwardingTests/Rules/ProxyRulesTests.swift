import Forwarding
import HTTP
import Testing
import Wire

@Suite struct ProxyRulesTests {
    private static func request(
        _ url: String,
        method: String = "GET",
        fields: HTTPFields = HTTPFields()
    ) throws -> ForwardedRequest {
        try ForwardedRequest(HTTPRequestHead(method: method, target: url, fields: fields), within: nil)
    }

    private static func rule(
        _ actions: any RuleAction...,
        change: (inout RuleMatch) -> Void = { _ in }
    ) -> ProxyRule {
        var match = RuleMatch()
        change(&match)
        return ProxyRule(match, actions)
    }

    @Test(arguments: [
        ("http://a.test/images/x?w=1", "GET", true), ("http://b.test/images/x?w=1", "GET", false),
        ("http://a.test/texts/x?w=1", "GET", false), ("http://a.test/images/x?w=2", "GET", false),
        ("http://a.test/images/x?w=1", "POST", false), ("https://a.test/images/x?w=1", "GET", false),
        ("http://a.test:81/images/x?w=1", "GET", false),
    ])
    func `a rule applies to requests that meet all of its conditions`(
        _ url: String,
        _ method: String,
        _ isMet: Bool
    )
        throws
    {
        let rules = ProxyRules([
            Self.rule(NoCachingAction()) { match in
                match.host = HostPattern("a.test")
                match.path = StarPattern("/images/*")
                match.query = StarPattern("*w=1")
                match.method = "GET"
                match.port = url.hasPrefix("https") ? nil : 80
                match.isEncrypted = false
                match.fields = ["accept": StarPattern("image/*")]
            }
        ])
        let request = try Self.request(url, method: method, fields: ["Accept": "image/png"])
        #expect((rules.plan(for: request) != nil) == isMet)
        #expect(try rules.plan(for: Self.request(url, method: method)) == nil)
    }

    @Test func `DNS rules apply to a tunnel only if they match by nothing but host and port`() {
        func rules(_ change: (inout RuleMatch) -> Void) -> ProxyRules {
            ProxyRules([Self.rule(DNSAction(.loopback4), change: change), Self.rule(NoCachingAction())])
        }
        let server = Destination(host: "a.test", port: 443, isEncrypted: true)
        #expect(rules { $0.host = HostPattern("*.test") }.address(of: server)?.0 == .loopback4)
        #expect(rules { $0.port = 443 }.address(of: server)?.1.description == "rule 1: dns")
        #expect(rules { _ in }.address(of: server) != nil)
        #expect(rules { $0.host = HostPattern("b.test") }.address(of: server) == nil)
        #expect(rules { $0.port = 80 }.address(of: server) == nil)
        #expect(rules { $0.path = StarPattern("*") }.address(of: server) == nil)
        #expect(rules { $0.isEncrypted = true }.address(of: server) == nil)
    }

    @Test(arguments: [
        ("https://b.test/v2/", "https://b.test/v2/users?id=1"),
        ("https://b.test", "https://b.test/v1/users?id=1"),
        ("http://b.test:81/all", "http://b.test:81/all?id=1"),
        ("http://b.test/all?x", "http://b.test/all?x"),
    ])
    func `mapRemote inserts what the wildcard matched into the new URL`(_ remote: String, _ url: String)
        throws
    {
        let action = try #require(MapRemoteAction(url: remote))
        let rules = ProxyRules([Self.rule(action) { $0.url = URLPattern("http://a.test/v1/*") }])
        let plan = try #require(rules.plan(for: Self.request("http://a.test/v1/users?id=1")))
        #expect(plan.request.url == url)
        #expect(plan.request.head.fields["Host"] == plan.request.destination.authority)
        #expect(plan.applied.map(\.description) == ["rule 1: mapRemote"])
    }

    @Test
    func `rules match the original request in order, until one answers`()
        throws
    {
        let action = try #require(MapRemoteAction(url: "http://b.test"))
        let isOfA = { (match: inout RuleMatch) in match.host = HostPattern("a.test") }
        let rules = ProxyRules([
            Self.rule(DelayAction(5), change: isOfA),
            Self.rule(action, change: isOfA),
            Self.rule(BlockAction(.fault(ResponseFault(.emptyResponse)))) { $0.host = HostPattern("b.test") },
            Self.rule(BlockAction(.page(status: 451)), DelayAction(7), change: isOfA),
            Self.rule(BlockAction(.fault(ResponseFault(.emptyResponse)))),
        ])
        let plan = try #require(rules.plan(for: Self.request("http://a.test/")))
        #expect(plan.answer == .page(status: 451) && plan.delay == 12)
        #expect(plan.applied.map(\.number) == [1, 2, 4, 4])
    }

    @Test(
        arguments: [
            ("b.test", nil, nil, "http://b.test:81/a?c"), (nil, "/x", nil, "http://a.test:81/x?c"),
            (nil, nil, "d=1", "http://a.test:81/a?d=1"), (nil, "/x", "", "http://a.test:81/x"),
        ] as [(String?, String?, String?, String)]
    )
    func `a rewrite replaces parts of the URL`(
        _ host: String?,
        _ path: String?,
        _ query: String?,
        _ url: String
    )
        throws
    {
        var rewrite = RewriteAction()
        (rewrite.host, rewrite.path, rewrite.query) = (host, path, query)
        let rules = ProxyRules([Self.rule(rewrite)])
        let plan = try #require(rules.plan(for: Self.request("http://a.test:81/a?c")))
        #expect(plan.request.url == url)
        #expect(plan.request.head.fields["Host"] == plan.request.destination.authority)
    }

    @Test
    func `a rewrite changes request and response headers`() throws {
        var rewrite = RewriteAction()
        rewrite.method = "POST"
        rewrite.requestFields.removed = ["Cookie"]
        rewrite.requestFields.set = [HTTPField(name: "X", value: "1")]
        rewrite.status = 503
        rewrite.responseFields.added = [HTTPField(name: "Y", value: "2")]
        let rules = ProxyRules([Self.rule(rewrite, NoCachingAction(), NoCompressionAction())])
        let fields: HTTPFields = [
            "Cookie": "a", "X": "0", "If-None-Match": "\"e\"", "Accept-Encoding": "gzip",
        ]
        let plan = try #require(rules.plan(for: Self.request("http://a.test/", fields: fields)))
        #expect(plan.request.head.method == "POST")
        #expect(
            plan.request.head.fields
                == ["X": "1", "Host": "a.test", "Cache-Control": "no-cache"]
        )
        let head = plan.revised(HTTPResponseHead(status: 200, fields: ["ETag": "\"e\"", "Y": "1"]))
        #expect(head.status == 503 && head.reason == "Service Unavailable")
        #expect(head.fields == ["Y": "1", "Y": "2", "Cache-Control": "no-store"])
    }

    @Test
    func `a fault within a response still asks the server, a fault in its place does not`() throws {
        let rules = ProxyRules([
            Self.rule(FaultAction(ResponseFault(.stall, after: 3))), Self.rule(DelayAction(5)),
            Self.rule(FaultAction(ResponseFault(.connectionReset))), Self.rule(DelayAction(7)),
        ])
        let request = try Self.request("http://a.test/")
        let plan = try #require(rules.plan(for: request))
        #expect(plan.fault == ResponseFault(.stall, after: 3) && plan.delay == 5)
        #expect(plan.answer == .fault(ResponseFault(.connectionReset)))
        // An exchange without the fault follows the rules after it.
        var asked: [Int] = []
        let other = try #require(
            rules.plan(for: request) { fault, rule in
                asked.append(rule)
                return fault.kind == .stall
            }
        )
        #expect(asked == [1, 3] && other.answer == nil && other.fault?.kind == .stall)
        #expect(other.delay == 12 && other.applied.map(\.number) == [1, 2, 4])
        #expect(ResponseFault(.connectionReset, after: 0).isWithinResponse)
    }
}
