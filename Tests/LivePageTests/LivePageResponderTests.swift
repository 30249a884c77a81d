import HTTP
import LinuxIO
import Serving
import Synchronization
import Testing
import Wire

@testable import LivePage

@Suite struct `A live page` {
    /// A program with one exchange.
    private final class Program: LivePageSource {
        let commands = Mutex<[String]>([])
        let asked = Mutex<[[Int]?]>([])

        func exchange(_ number: Int) -> [UInt8]? { number == 1 ? Array("{}".utf8) : nil }

        func content(_ number: Int, _ side: PageRoute.Side) -> PageContent? {
            guard number == 1 else { return nil }
            return PageContent(
                Array("<script>".utf8),
                mediaType: side == .request ? "text/html" : "image/png"
            )
        }

        func archive(_ numbers: [Int]?) -> [UInt8] {
            asked.withLock { $0.append(numbers) }
            return []
        }

        func traffic(after version: Int) -> [UInt8]? { Array("[\(version)]".utf8) }

        func code() -> [UInt8]? { Array("<svg/>".utf8) }

        func capture() -> ServedBody? { ServedBody("packets") }

        func report(_ number: Int) -> [UInt8]? { number == 1 ? Array("<script>".utf8) : nil }

        func carryOut(method: String, target: String, body: [UInt8]) -> ServedAnswer {
            commands.withLock { $0.append("\(method) \(target) \(String(decoding: body, as: UTF8.self))") }
            return .now(.text(200, "done"))
        }
    }

    private let address = SocketAddress(host: .loopback4, port: 8889)
    private let access = PageAccess()
    private let program = Program()
    private let feed = LiveFeed(named: "f", of: PageSubject("proxy", isLive: true))

    private func ask(
        _ target: String,
        method: String = "GET",
        _ fields: HTTPFields = [:],
        cookie: String? = nil,
        body: String = ""
    ) throws -> ServedResponse {
        try askOutside(access.folder + target.dropFirst(), method: method, fields, cookie: cookie, body: body)
    }

    /// For a target that need not be in the page's folder.
    private func askOutside(
        _ target: String,
        method: String = "GET",
        _ fields: HTTPFields = [:],
        cookie: String? = nil,
        body: String = ""
    ) throws -> ServedResponse {
        let responder = LivePageResponder(feed, access, program, renewal: "`x` prints a new one", at: address)
        var head = HTTPRequestHead(method: method, target: target, fields: fields)
        if !head.fields.has("Host") { head.fields.append("Host", "127.0.0.1:8889") }
        if let cookie { head.fields.append("Cookie", cookie) }
        let request = ServedRequest(head: head, body: Array(body.utf8), client: address)
        guard case .now(let response) = responder.respond(to: request) else {
            throw SystemCallError("respond", on: target, errno: 0)
        }
        return response
    }

    private func cookie() throws -> String {
        let response = try ask("/?token=\(access.token())")
        #expect(response.head.status == 303 && response.head.fields["Location"] == access.folder)
        let value = try #require(response.head.fields["Set-Cookie"])
        #expect(value.hasSuffix("; Path=\(access.folder); HttpOnly; SameSite=Strict"))
        return String(value.prefix { $0 != ";" })
    }

    private func text(_ response: ServedResponse) -> String {
        var bytes: [UInt8] = []
        for case .memory(let piece) in response.body.pieces { bytes += piece }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test func `every path requires a cookie`() throws {
        for target in [
            "/", "/page.js", "/events", "/exchanges/1", "/reports/1", "/exchanges.har", "/capture.pcapng",
            "/control", "/traffic?after=0", "/code.svg", "/traffic.js",
            "/?token=x",
        ] {
            let response = try ask(target)
            #expect(response.head.status == 403, "\(target)")
            #expect(text(response) == "this link has already been used: `x` prints a new one\n")
        }
    }

    @Test func `a page of traffic has its own document, its rows and its code`() throws {
        let cookie = try cookie()
        #expect(try text(ask("/", cookie: cookie)).contains("page.js"))
        let rows = try ask("/traffic?after=3", cookie: cookie)
        #expect(text(rows) == "[3]" && rows.head.fields["Content-Type"] == "application/json")
        let code = try ask("/code.svg", cookie: cookie)
        #expect(text(code) == "<svg/>" && code.head.fields["Content-Type"] == "image/svg+xml")
        #expect(code.head.fields["Cache-Control"] == "no-store")
        #expect(code.head.fields["Cross-Origin-Resource-Policy"] == "same-origin")
        #expect(String(decoding: PageAssets.page(of: .traffic).bytes, as: UTF8.self).contains("traffic.js"))
    }

    @Test func `the cookie is bound to an unguessable folder and does not work elsewhere`() throws {
        let cookie = try cookie()
        #expect(try ask("/", cookie: cookie).head.status == 200)
        // 128 bits, another for every page.
        #expect(access.folder.utf8.count >= 34 && access.folder != PageAccess().folder)
        for target in ["/", "/page.js", "/exchanges.har", "/control", "/\(access.folder)", "//page.js"] {
            let response = try askOutside(target, cookie: cookie)
            #expect(response.head.status == 403, "\(target)")
            #expect(!text(response).contains(access.folder))
        }
        let folder = String(access.folder.dropLast())
        #expect(try askOutside(folder, cookie: cookie).head.status == 403)
        #expect(try askOutside("\(folder)x/page.js", cookie: cookie).head.status == 403)
    }

    @Test func `a cookie is refused for a foreign Host or Origin`() throws {
        let cookie = try cookie()
        for fields: HTTPFields in [["Host": "evil.example:8889"], ["Origin": "http://evil.example"]] {
            #expect(try ask("/", fields, cookie: cookie).head.status == 403)
            #expect(try ask("/control", method: "PUT", fields, cookie: cookie).head.status == 403)
        }
        #expect(program.commands.withLock { $0 } == [])
    }

    @Test func `every part that the page references is served, under a strict policy`() throws {
        let cookie = try cookie()
        let page = try ask("/", cookie: cookie)
        #expect(page.head.status == 200 && page.head.fields["Content-Type"] == "text/html; charset=utf-8")
        var open = text(page).names
        var known = Set(open)
        #expect(known.contains("/page.js") && known.contains("/page.css"))
        while let path = open.popLast() {
            let part = try ask(path, cookie: cookie)
            #expect(part.head.status == 200, "\(path)")
            let policy = try #require(part.head.fields["Content-Security-Policy"])
            #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
            #expect(part.head.fields["X-Content-Type-Options"] == "nosniff")
            for name in text(part).names where known.insert(name).inserted { open.append(name) }
        }
        #expect(known.count >= 12)
        #expect(try ask("/other.js", cookie: cookie).head.status == 404)
    }

    @Test func `the page contains no inline script or style`() throws {
        let page = text(try ask("/", cookie: cookie()))
        #expect(!page.contains("style=") && !page.contains("<style") && !page.contains("onclick"))
        #expect(page.split(separator: "<script").count == 2)
    }

    @Test func `foreign content is served sandboxed and with a type that browsers do not execute`() throws {
        let cookie = try cookie()
        let request = try ask("/exchanges/1/request", cookie: cookie)
        #expect(request.head.fields["Content-Type"] == "application/octet-stream")
        #expect(request.head.fields["Content-Security-Policy"]?.contains("sandbox") == true)
        let response = try ask("/exchanges/1/response", cookie: cookie)
        #expect(response.head.fields["Content-Type"] == "image/png")
        #expect(response.head.fields["Content-Security-Policy"]?.contains("sandbox") == true)
        #expect(try ask("/exchanges/2/response", cookie: cookie).head.status == 404)
        #expect(try ask("/exchanges/2", cookie: cookie).head.status == 404)
        #expect(text(try ask("/exchanges/1", cookie: cookie)) == "{}")
    }

    @Test func `a report may run its own script in an opaque origin`() throws {
        let cookie = try cookie()
        let report = try ask("/reports/1", cookie: cookie)
        #expect(report.head.fields["Content-Type"] == "text/html; charset=utf-8")
        #expect(text(report) == "<script>")
        let policy = try #require(report.head.fields["Content-Security-Policy"])
        let rules = policy.split(separator: ";").map { $0.drop { $0 == " " } }
        #expect(rules.contains("sandbox allow-scripts") && rules.contains("default-src 'none'"))
        #expect(!policy.contains("connect-src") && !policy.contains("allow-same-origin"))
        // With it, a browser would show no page that is in a sandbox.
        #expect(!report.head.fields.has("Cross-Origin-Opener-Policy"))
        #expect(try ask("/reports/2", cookie: cookie).head.status == 404)
    }

    @Test func `commands and archives receive the request's target and body`() throws {
        let cookie = try cookie()
        _ = try ask("/control/line?profile=3g", method: "PUT", cookie: cookie, body: "text")
        #expect(program.commands.withLock { $0 } == ["PUT /control/line?profile=3g text"])
        _ = try ask("/exchanges.har", cookie: cookie)
        _ = try ask("/exchanges.har", method: "POST", cookie: cookie, body: "3,x,1")
        #expect(program.asked.withLock { $0 } == [nil, [3, 1]])
    }

    @Test func `the capture is served as a download`() throws {
        let capture = try ask("/capture.pcapng", cookie: cookie())
        #expect(text(capture) == "packets")
        #expect(capture.head.fields["Content-Type"] == "application/octet-stream")
        #expect(capture.head.fields["Content-Disposition"] == "attachment; filename=\"netlab.pcapng\"")
        // Most programs record none.
        let answer = LivePageResponder(
            feed,
            access,
            ArchivedExchanges(),
            renewal: "",
            at: address
        )
        let fields: HTTPFields = ["Host": "127.0.0.1:8889", "Cookie": try cookie()]
        let head = HTTPRequestHead(method: "GET", target: "\(access.folder)capture.pcapng", fields: fields)
        guard case .now(let none) = answer.respond(to: ServedRequest(head: head, body: [], client: address))
        else { return #expect(Bool(false), "a late answer") }
        #expect(none.head.status == 404)
    }

    @Test func `events are served as a stream`() throws {
        feed.add([Array("{\"number\":1}".utf8)])
        let response = try ask("/events", cookie: cookie())
        #expect(response.head.fields["Content-Type"] == "text/event-stream")
        let stream = try #require(response.stream)
        #expect(stream.written > 0 && feed.readers == 1)
    }
}

extension String {
    /// Paths of the page's parts that the text names.
    fileprivate var names: [String] {
        split { "\"'".contains($0) }.map { "/" + ($0.hasPrefix("./") ? $0.dropFirst(2) : $0) }.filter {
            // A path from the root would leave the page's folder.
            !$0.hasPrefix("//")
                && ["js", "css", "svg"].contains($0.split(separator: ".").last.map(String.init))
                && !$0.contains(" ")
        }
    }
}
