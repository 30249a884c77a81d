import Compression
import Forwarding
import Foundation
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

/// Exchanges that wait at breakpoints.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct BreakpointTests {
    /// What the origin got.
    private final class Asked: Sendable {
        let requests = Mutex<[ServedRequest]>([])

        var all: [ServedRequest] { requests.withLock { $0 } }
    }

    private let asked = Asked()

    /// A proxy that holds these phases of every request, by a rule. The origin answers with the request's path.
    private func bench(
        _ phases: Set<BreakpointPhase>,
        _ protocols: [String] = ["http/1.1"],
        answer: @escaping @Sendable (ServedRequest) -> ServedAnswer = { .now(.text(200, $0.head.target)) },
        change: (inout ProxySettings) -> Void = { _ in }
    ) throws -> ProxyBench {
        let asked = asked
        return try ProxyBench(
            protocols,
            change: { settings in
                settings.control = ProxySettings.Control(token: "t0ken", TestControl())
                settings.intercepted = [HostPattern("*")].compactMap { $0 }
                if !phases.isEmpty {
                    let rule = ProxyRule(RuleMatch(), [BreakpointAction(phases)])
                    settings.rules = CurrentRules(ProxyRules([rule]))
                }
                change(&settings)
            }
        ) { request in
            asked.requests.withLock { $0.append(request) }
            return answer(request)
        }
    }

    private func tell(_ bench: ProxyBench, _ method: String, _ path: String, _ text: String? = nil) throws
        -> String
    {
        var words = ["-X", method, "-H", "Authorization: Bearer t0ken", "-w", "|%{http_code}"]
        if let text { words += ["--data-binary", text] }
        return try bench.curl(words + ["http://netlab.test/control\(path)"]).output
    }

    /// Waits until something is held; returns its list.
    private func held(_ bench: ProxyBench, lines: Int = 1) throws -> String {
        var list = ""
        _ = Waiting.until {
            list = (try? tell(bench, "GET", "/held")) ?? ""
            return list.split(separator: "\n").count == lines + 1
        }
        return list
    }

    @Test(arguments: ["http", "https"], [["http/1.1"], ["h2"]])
    func `an exchange is held at its request and its response and continues unchanged`(
        _ scheme: String,
        _ protocols: [String]
    )
        throws
    {
        let bench = try bench([.request, .response], protocols)
        let base = scheme == "http" ? bench.plain : bench.secure
        let client = try bench.start(["\(base)/a?b", "-d", "x=y", "-w", "|%{http_code}"])
        let number = scheme == "http" ? 1 : 2
        #expect(try held(bench) == "1 \(number) request POST \(base)/a?b\n|200")
        #expect(asked.all.isEmpty)
        let text = try tell(bench, "GET", "/held/1")
        #expect(text.lowercased().contains("content-type: application/x-www-form-urlencoded\n"), "\(text)")
        #expect(text.hasPrefix("POST \(base)/a?b\n") && text.hasSuffix("\n\nx=y\n|200"), "\(text)")
        #expect(try tell(bench, "POST", "/held/1").hasSuffix("|200"))
        #expect(try held(bench) == "2 \(number) response POST \(base)/a?b 200\n|200")
        #expect(try tell(bench, "GET", "/held/2").hasSuffix("\n\n/a?b\n|200"))
        #expect(try tell(bench, "POST", "/held/2").hasSuffix("|200"))
        #expect(try client.finish().output == "/a?b|200")
        #expect(asked.all.map(\.body) == [Array("x=y".utf8)])
        let exchange = try #require(bench.exchanges(number).last)
        #expect(exchange.rules.map(\.description) == ["rule 1: breakpoint"] && exchange.missed == nil)
        let times = exchange.client
        let duration = try #require(times.responseLastByte) - times.requestFirstByte
        #expect(try #require(exchange.held) > 0 && #require(exchange.held) < duration)
    }

    @Test func `the server gets the edited request`() throws {
        let bench = try bench([.request])
        let client = try bench.start(["\(bench.plain)/a", "-d", "x=y", "-H", "X-A: 1"])
        _ = try held(bench)
        let text = "PUT \(bench.secure)/b?c=d\nX-A: 2\nX-B: é\n\nlonger than it was\n"
        #expect(try tell(bench, "POST", "/held/1", text).hasSuffix("|200"))
        #expect(try client.finish().output == "/b?c=d")
        let request = try #require(asked.all.first)
        #expect(request.head.method == "PUT" && request.isEncrypted)
        #expect(request.head.fields["Host"] == "localhost:\(bench.secureOrigin.port)")
        #expect(request.head.fields["X-A"] == "2" && !request.head.fields.has("Content-Type"))
        #expect(request.head.fields["X-B"] == "é" && request.head.fields["Content-Length"] == "18")
        #expect(String(decoding: request.body, as: UTF8.self) == "longer than it was")
        let exchange = try #require(bench.exchanges(1).first)
        let told = exchange.rules.map(\.description)
        #expect(told == ["rule 1: breakpoint", "breakpoint edited request"])
        #expect(exchange.url == "\(bench.plain)/a" && exchange.server?.destination.host == "localhost")
    }

    @Test func `a body can be added or removed`() throws {
        let bench = try bench([.request])
        for (body, edited) in [(nil, "new"), ("old", "")] {
            let words = body.map { ["-d", $0] } ?? []
            let client = try bench.start(["\(bench.plain)/a"] + words)
            let id = try #require(try held(bench).split(separator: " ").first)
            let text = "POST \(bench.plain)/a\n\n\(edited)"
            #expect(try tell(bench, "POST", "/held/\(id)", text).hasSuffix("|200"))
            #expect(try client.finish().output == "/a")
            #expect(asked.all.last?.body == Array(edited.utf8))
            #expect(asked.all.last?.head.fields["Content-Length"] == "\(edited.utf8.count)")
        }
    }

    @Test func `the client gets the edited response, without compression`() throws {
        let packed = try Gzip.compress(Array("{\"premium\":false}".utf8))
        let bench = try bench([.response]) { _ in
            let fields: HTTPFields = ["Content-Encoding": "gzip", "ETag": "\"a\"", "Content-MD5": "x"]
            return .now(
                ServedResponse(head: HTTPResponseHead(status: 200, fields: fields), body: ServedBody(packed))
            )
        }
        let client = try bench.start(["\(bench.plain)/a", "-i"])
        _ = try held(bench)
        let text = try tell(bench, "GET", "/held/1").replacing("|200", with: "")
        #expect(text.hasSuffix("{\"premium\":false}\n") && text.hasPrefix("200 OK\n"), "\(text)")
        let edited = text.replacing("false", with: "true").replacing("200 OK", with: "201 OK")
        #expect(try tell(bench, "POST", "/held/1", edited).hasSuffix("|200"))
        let got = try client.finish().output
        #expect(
            got.hasPrefix("HTTP/1.1 201 Created\r\n") && got.hasSuffix("\r\n\r\n{\"premium\":true}"),
            "\(got)"
        )
        #expect(got.contains("Content-Length: 16\r\n") && got.contains("ETag: \"a\""))
        #expect(!got.contains("Content-Encoding") && !got.contains("Content-MD5"))
        let told = bench.exchanges(1).first?.rules.map(\.description)
        #expect(told == ["rule 1: breakpoint", "breakpoint edited response"])
    }

    @Test func `an unedited body keeps its compression, and a binary body is unchanged`() throws {
        let bodies = [try Gzip.compress(Array("text".utf8)), [0, 1, 2, 0xFF]]
        let bench = try bench([.response]) { request in
            let isPacked = request.head.target == "/0"
            let fields: HTTPFields = isPacked ? ["Content-Encoding": "gzip"] : [:]
            let body = ServedBody(bodies[isPacked ? 0 : 1])
            return .now(ServedResponse(head: HTTPResponseHead(status: 200, fields: fields), body: body))
        }
        for place in 0..<2 {
            let client = try bench.start(["\(bench.plain)/\(place)", "-o", "got", "-D", "head"])
            let id = try #require(try held(bench).split(separator: " ").first)
            let text = try tell(bench, "GET", "/held/\(id)").replacing("|200", with: "")
            #expect(text.hasSuffix(place == 0 ? "\n\ntext\n" : "\n\n"))
            _ = try tell(bench, "POST", "/held/\(id)", text.replacing("200 OK\n", with: "200 Fine\nX: y\n"))
            #expect(try client.finish().status == 0)
            let got = try Data(contentsOf: URL(filePath: bench.folder.file("got")))
            #expect(Array(got) == bodies[place])
            let head = try String(contentsOfFile: bench.folder.file("head"), encoding: .utf8)
            #expect(head.hasPrefix("HTTP/1.1 200 Fine\r\n") && head.contains("X: y\r\n"))
            #expect(head.contains("Content-Encoding: gzip") == (place == 0))
        }
    }

    @Test(arguments: BreakpointPhase.allCases)
    func `an aborted exchange ends with an error page`(_ phase: BreakpointPhase) throws {
        let bench = try bench([phase])
        let client = try bench.start(["\(bench.plain)/a", "-w", "|%{http_code}"])
        _ = try held(bench)
        #expect(try tell(bench, "DELETE", "/held/1").hasSuffix("|200"))
        #expect(try client.finish().output == "netlab proxy: aborted at a breakpoint\n|502")
        #expect(asked.all.count == (phase == .request ? 0 : 1))
        let exchange = try #require(bench.exchanges(1).first)
        #expect(exchange.rules.last?.description == "breakpoint aborted \(phase)")
        #expect(try tell(bench, "DELETE", "/held/1") == "nothing is held as 1\n|409")
    }

    @Test(arguments: BreakpointPhase.allCases, ["http", "https"])
    func `the hold ends when the client disconnects`(_ phase: BreakpointPhase, _ scheme: String) throws {
        let bench = try bench([phase])
        let client = try bench.start(["\(scheme == "http" ? bench.plain : bench.secure)/a"])
        _ = try held(bench)
        client.signal(SIGKILL)
        _ = try client.finish()
        let exchange = try #require(bench.exchanges(scheme == "http" ? 1 : 2).last)
        #expect(exchange.client.status == 0)
        #expect(exchange.held ?? 0 > 0)
        #expect(try tell(bench, "GET", "/held") == "|200")
    }

    @Test func `an invalid edit is reported and the message stays held`() throws {
        let bench = try bench([.request])
        let client = try bench.start(["\(bench.plain)/a"])
        _ = try held(bench)
        let told = try tell(bench, "POST", "/held/1", "GET \(bench.plain)/b\nContent-Length: 3\n")
        #expect(told.hasPrefix("line 2: the proxy sets `Content-Length`") && told.hasSuffix("|409"))
        #expect(try tell(bench, "POST", "/held/1").hasSuffix("|200"))
        #expect(try client.finish().output == "/a")
    }

    @Test func `at most 100 messages are held and further ones pass`() throws {
        let bench = try bench([.request])
        let words = [
            "-Z", "--parallel-immediate", "--parallel-max", "110", "-o", "got", "\(bench.plain)/[1-101]",
        ]
        let client = try bench.start(words)
        let passed = bench.exchanges(1)
        #expect(passed.map(\.missed) == [.tooMany] && passed.first?.held == nil)
        #expect(try held(bench, lines: 100).split(separator: "\n").count == 101)
        client.signal(SIGKILL)
        #expect(bench.exchanges(101).count == 101)
    }

    @Test func `a request that is too long to hold is refused, a response passes`() throws {
        let long = String(repeating: ".", count: 1 << 20) + "."
        let first = try bench([.request])
        try Data(long.utf8).write(to: URL(filePath: first.folder.file("long")))
        let refused = try first.curl(
            "\(first.plain)/a",
            "--data-binary",
            "@long",
            "-o",
            "/dev/null",
            "-w",
            "%{http_code}"
        )
        #expect(refused.output == "413")
        let second = try bench([.response]) { _ in .now(.text(200, long)) }
        #expect(try second.curl("\(second.plain)/a").output == long)
        let exchange = try #require(second.exchanges(1).first)
        #expect(exchange.missed == .tooLong && exchange.held == nil)
        #expect(exchange.server?.uneditedBody == nil)
    }

    @Test(arguments: BreakpointPhase.allCases)
    func `held exchanges end with 503 when the proxy stops`(_ phase: BreakpointPhase) throws {
        let bench = try bench([phase])
        let client = try bench.start(["\(bench.plain)/a", "-w", "|%{http_code}"])
        _ = try held(bench)
        bench.proxy.finish()
        let got = try client.finish().output
        #expect(got == "netlab proxy: the proxy ended while the exchange was held at a breakpoint\n|503")
        #expect(Waiting.until { bench.proxy.hasEnded })
    }

    @Test func `breakpoints can be added and removed`() throws {
        let bench = try bench([])
        #expect(
            try tell(bench, "PUT", "/breakpoints/127.0.0.1?phases=request").contains("127.0.0.1=request|200")
        )
        #expect(try tell(bench, "PUT", "/breakpoints/127.0.0.1").contains("127.0.0.1=request+response|200"))
        #expect(try tell(bench, "DELETE", "/breakpoints/127.0.0.1?phases=request").contains("=response|200"))
        let client = try bench.start(["\(bench.plain)/a"])
        #expect(try held(bench).contains("1 1 response GET"))
        #expect(try tell(bench, "DELETE", "/breakpoints/127.0.0.1").hasPrefix("*|200"))
        // What is held stays so.
        #expect(try held(bench).contains("1 1 response GET"))
        #expect(try bench.curl("\(bench.plain)/b").output == "/b")
        _ = try tell(bench, "POST", "/held/1")
        #expect(try client.finish().output == "/a")
        #expect(bench.exchanges(2).last?.rules.isEmpty == true)
    }

    @Test func `a cached response is held as well, and its cached copy stays unedited`() throws {
        let folder = try ScratchFolder()
        let cache = try CacheFolder(folder.file("cache"), limit: 1 << 20)
        let bench = try bench([]) { _ in
            var response = ServedResponse.text(200, "stored")
            response.head.fields["Cache-Control"] = "max-age=100"
            return .now(response)
        } change: {
            $0.cache = cache
        }
        #expect(try bench.curl("\(bench.plain)/a").output == "stored")
        _ = try tell(bench, "PUT", "/breakpoints/127.0.0.1?phases=response")
        let client = try bench.start(["\(bench.plain)/a"])
        _ = try held(bench)
        #expect(try tell(bench, "POST", "/held/1", "200 OK\n\nchanged").hasSuffix("\n\nstored\n|200"))
        #expect(try client.finish().output == "changed")
        _ = try tell(bench, "DELETE", "/breakpoints/127.0.0.1")
        #expect(try bench.curl("\(bench.plain)/a").output == "stored")
        #expect(asked.all.count == 1)
    }

    @Test func `rules rewrite a message before it is held, and their own answers are not held`() throws {
        var rewrite = RewriteAction()
        rewrite.requestBody.substitutions = [.text("old", with: "new")]
        var match = RuleMatch()
        match.path = StarPattern("/blocked")
        let rules = ProxyRules([
            ProxyRule(RuleMatch(), [BreakpointAction([.request, .response]), rewrite]),
            ProxyRule(match, [BlockAction(.page(status: 403))]),
        ])
        let bench = try bench([]) {
            .now(.text(200, String(decoding: $0.body, as: UTF8.self)))
        } change: {
            $0.rules = CurrentRules(rules)
        }
        let blocked = try bench.curl("\(bench.plain)/blocked", "-o", "/dev/null", "-w", "%{http_code}")
        #expect(blocked.output == "403")
        let client = try bench.start(["\(bench.plain)/a", "-d", "old"])
        _ = try held(bench)
        #expect(try tell(bench, "POST", "/held/1").hasSuffix("\n\nnew\n|200"))
        #expect(try held(bench).hasPrefix("2 2 response"))
        #expect(try tell(bench, "POST", "/held/2").hasSuffix("|200"))
        #expect(try client.finish().output == "new")
    }

    @Test func `the control queue can release held messages`() throws {
        let queue = try ControlQueue()
        let bench = try bench(
            [.request],
            change: { settings in
                settings.control = ProxySettings.Control(token: "t0ken", TestControl(), queue: queue)
            }
        )
        let client = try bench.start(["\(bench.plain)/a"])
        _ = try held(bench)
        let body = Array("GET \(bench.plain)/b\n".utf8)
        let answer = queue.give(method: "POST", target: "/control/held/1", body: body)
        #expect(Waiting.until { answer.made?.head.status == 200 })
        #expect(try client.finish().output == "/b")
    }

    @Test func `without a control nothing is held`() throws {
        let bench = try bench([.request, .response], change: { $0.control = nil })
        #expect(try bench.curl("\(bench.plain)/a").output == "/a")
    }
}
