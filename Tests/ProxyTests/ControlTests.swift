import Forwarding
import HTTP
import LinuxIO
import Proxy
import Serving
import Synchronization
import TestSupport
import Testing
import Wire

/// What a running proxy is told.
@Suite(.timeLimit(.minutes(1)), .enabled(if: Program.find("curl") != nil, "needs curl"))
struct ControlTests {
    private static func steered(_ settings: inout ProxySettings) {
        settings.control = ProxySettings.Control(token: "t0ken", TestControl())
    }

    /// Steered, and all TLS is looked into.
    private static func lookedInto(_ settings: inout ProxySettings) {
        steered(&settings)
        settings.intercepted = [HostPattern("*")].compactMap { $0 }
    }

    private func tell(_ bench: ProxyBench, _ method: String, _ path: String, token: String = "t0ken") throws
        -> String
    {
        let words = ["-X", method, "-H", "Authorization: Bearer \(token)", "-w", "|%{http_code}"]
        return try bench.curl(words + ["http://netlab.test/control\(path)"]).output
    }

    private static var commands: [ControlCommand] {
        let plain: [ControlCommand] = [
            .status, .page, .list(20), .again(3, times: 50, concurrency: 8), .past(12), .held, .show(3),
            .proceed(3),
            .abort(3), .line(QueryItems([(name: "set", value: "link.down.rate=1 Mbit/s")])),
        ]
        let hosts = ["*", "a-*.test:8443", "[::1]:443"].compactMap { HostPattern($0) }
        let clients = ["10.0.0.0/8", "fd00::/8"].compactMap { IPNetwork($0) }
        let held = ["*", "https://a.test/x/*?y=z"].compactMap { BreakpointPattern($0) }
        let switches = [true, false].flatMap { isOn -> [ControlCommand] in
            hosts.map { .intercept($0, isOn) } + clients.map { .allow($0, isOn) }
                + held.flatMap { [.hold($0, [.request], isOn), .hold($0, [.request, .response], isOn)] }
        }
        return plain + switches
    }

    @Test(arguments: commands)
    func `each command is parsed from its request`(_ command: ControlCommand) {
        let (method, target) = command.request
        #expect(ControlCommand(method: method, target: target) == command)
        #expect(HTTPTarget(parsing: "http://netlab.test\(target)", method: method) != nil)
    }

    @Test(arguments: [
        ("POST", "/control"), ("PUT", "/control"), ("PUT", "/control/intercepted"),
        ("PUT", "/control/intercepted/a%zz"), ("PUT", "/control/allowed/phone"), ("GET", "/control/line"),
        ("PUT", "/control/allowed/10.0.0.0/8"), ("PUT", "/control/line?set=%zz"),
        ("PUT", "/control/breakpoints"), ("PUT", "/control/breakpoints/a%20b?phases=request"),
        ("PUT", "/control/breakpoints/a.test?phases=answer"), ("GET", "/control/held/x"),
        ("PUT", "/control/held/1"),
        ("DELETE", "/control/held"), ("GET", "/control/requests/x"), ("GET", "/control/requests"),
        ("GET", "/control/requests?newest=0"),
        ("POST", "/control/requests/1?times=0&concurrency=1"), ("POST", "/control/requests/1"),
        ("POST", "/control/requests/x?times=1&concurrency=1"),
        ("POST", "/control/requests/1?times=1&concurrency=1001"),
    ])
    func `rejects any other request`(_ method: String, _ target: String) {
        #expect(ControlCommand(method: method, target: target) == nil)
    }

    @Test func `interception applies from the next connection on`() throws {
        let bench = try ProxyBench(change: Self.steered)
        #expect(try bench.curl("-k", "\(bench.secure)/a").output == "/a")
        #expect(try tell(bench, "PUT", "/intercepted/local%2A") == "local*|200")
        #expect(try bench.curl("\(bench.secure)/b").output == "/b")
        #expect(try tell(bench, "DELETE", "/intercepted/local%2A") == "|200")
        #expect(try bench.curl("-k", "\(bench.secure)/c").output == "/c")
        // What steers the proxy is no exchange of its clients.
        let exchanges = bench.exchanges(4).sorted { $0.number < $1.number }
        #expect(exchanges.map(\.kind) == [.tunnel, .interception, .intercepted, .tunnel])
    }

    @Test func `access for another machine can be granted and revoked`() throws {
        // Clients of the second loopback address stand for another machine's.
        let bench = try ProxyBench { settings in
            Self.steered(&settings)
            settings.allowsLoopback = true
            settings.client = { client in
                let isOther = client.host == .v4(0x7F00_0002)
                return isOther ? SocketAddress(host: .v4(0x0A00_0001), port: client.port) : client
            }
        }
        func status() throws -> String {
            let words = ["--interface", "127.0.0.2", "-o", "/dev/null", "-w", "%{http_code}"]
            return try bench.curl(words + ["\(bench.plain)/a"]).output
        }
        #expect(try status() == "403")
        for _ in 0..<2 { #expect(try tell(bench, "PUT", "/allowed/10.0.0.0%2F8") == "10.0.0.0/8|200") }
        #expect(try status() == "200")
        #expect(try tell(bench, "DELETE", "/allowed/10.0.0.0%2F8") == "|200")
        #expect(try status() == "403")
    }

    @Test(arguments: ["", "t0ke", "t0ken2"])
    func `commands with a wrong token are refused`(_ token: String) throws {
        let bench = try ProxyBench(change: Self.steered)
        #expect(try tell(bench, "PUT", "/intercepted/%2A", token: token).hasSuffix("|403"))
        #expect(try tell(bench, "GET", "") == "|200")
    }

    @Test func `impossible commands are reported`() throws {
        let bench = try ProxyBench(change: Self.steered)
        #expect(try tell(bench, "PUT", "/line?profile=3g") == "there is no line\n|409")
        #expect(try tell(bench, "PUT", "/lines").hasSuffix("|404"))
        let other = try ProxyBench()
        #expect(try tell(other, "GET", "").hasSuffix("|404"))
    }

    @Test(arguments: ["http", "https"], [["http/1.1"], ["h2"]])
    func `a request is repeated with the given count and concurrency`(
        _ scheme: String,
        _ protocols: [String]
    ) throws {
        let asked = Mutex<[String]>([])
        let bench = try ProxyBench(protocols, change: Self.lookedInto) { request in
            asked.withLock { $0.append(request.head.fields["X"] ?? "") }
            return .now(.text(200, String(repeating: ".", count: 100_000)))
        }
        let base = scheme == "http" ? bench.plain : bench.secure
        _ = try bench.curl("\(base)/a", "-H", "X: y", "-o", "/dev/null")
        let number = scheme == "http" ? 1 : 2
        _ = bench.exchanges(number)
        #expect(try tell(bench, "GET", "/requests?newest=5") == "\(number) \(base)/a 200\n|200")
        let told = try tell(bench, "POST", "/requests/\(number)?times=20&concurrency=4")
        let lines = told.split(separator: "\n")
        #expect(lines.count == 21 && lines.filter { $0 == "200 100000 kept" }.count >= 16, "\(told)")
        #expect(asked.withLock { $0 } == [String](repeating: "y", count: 21))
        // Neither the repetitions nor what asked for them are exchanges of clients.
        #expect(bench.observer.ended.count == number)
    }

    @Test func `a failed repetition is reported as a result`() throws {
        let server = try RawServer(Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort".utf8))
        let bench = try ProxyBench(change: Self.steered)
        _ = try bench.curl("http://127.0.0.1:\(server.port)/a")
        _ = bench.exchanges(1)
        let told = try tell(bench, "POST", "/requests/1?times=3&concurrency=3")
        #expect(told.split(separator: "\n").dropLast().allSatisfy { $0.hasSuffix("failed") }, "\(told)")
        #expect(told.hasSuffix("|200"))
    }

    @Test(arguments: ["http", "https"], [["http/1.1"], ["h2"]])
    func `a kept body is sent with the repeated request`(
        _ scheme: String,
        _ protocols: [String]
    ) throws {
        let asked = Mutex<[String]>([])
        let bench = try ProxyBench(
            protocols,
            change: { settings in
                Self.lookedInto(&settings)
                settings.keptBodyBytes = 1000
            }
        ) { request in
            asked.withLock {
                $0.append("\(request.head.method) \(String(decoding: request.body, as: UTF8.self))")
            }
            return .now(.text(200, "ok"))
        }
        let base = scheme == "http" ? bench.plain : bench.secure
        for words in [
            ["-d", "a=1"], ["-d", "b=2", "-H", "Transfer-Encoding: chunked"], ["-X", "PUT", "-d", ""],
        ] {
            _ = try bench.curl(words + ["\(base)/a", "-o", "/dev/null"])
        }
        let first = scheme == "http" ? [1, 2, 3] : [2, 4, 6]
        _ = bench.exchanges(scheme == "http" ? 3 : 6)
        for number in first {
            let told = try tell(bench, "POST", "/requests/\(number)?times=3&concurrency=2")
            #expect(told.split(separator: "\n").dropLast().allSatisfy { $0.hasPrefix("200 2") }, "\(told)")
        }
        let expected = ["POST a=1", "POST b=2", "PUT "]
        #expect(asked.withLock { $0 } == expected + expected.flatMap { [$0, $0, $0] })
    }

    @Test func `an unrepeatable request is reported`() throws {
        let bench = try ProxyBench(change: Self.steered)
        _ = try bench.curl("\(bench.plain)/a", "-d", "x")
        _ = bench.exchanges(1)
        let again = "?times=1&concurrency=1"
        let told = try tell(bench, "POST", "/requests/1\(again)")
        #expect(
            told
                == "request 1 had a body, and bodies are not kept: start the proxy with --ui or --save FILE\n|409"
        )
        #expect(try tell(bench, "POST", "/requests/2\(again)").hasPrefix("request 2 is not among"))
    }

    @Test func `a request whose body was too long or incomplete is not repeated`() throws {
        let asked = Mutex(0)
        let bench = try ProxyBench(change: {
            Self.steered(&$0)
            $0.keptBodyBytes = 10
        }) { _ in
            asked.withLock { $0 += 1 }
            return .now(.text(200, "ok"))
        }
        _ = try bench.curl("\(bench.plain)/a", "-d", "0123456789a")
        let client = try LoopbackClient(port: bench.proxy.address.port)
        try client.send("POST \(bench.plain)/stream HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab")
        #expect(Waiting.until { asked.withLock { $0 } == 2 })
        client.reset()
        _ = bench.exchanges(2)
        let again = "?times=1&concurrency=1"
        #expect(try tell(bench, "POST", "/requests/1\(again)").contains("it was longer than the limit"))
        #expect(try tell(bench, "POST", "/requests/2\(again)").contains("it was not sent completely"))
    }
}

extension ControlTests {
    @Test func `the proxy's own program needs no token`() throws {
        let queue = try ControlQueue()
        let bench = try ProxyBench { settings in
            settings.control = ProxySettings.Control(token: "t0ken", TestControl(), queue: queue)
        }
        func tell(_ method: String, _ target: String) throws -> String {
            let answer = queue.give(method: method, target: target)
            _ = Waiting.until { answer.made != nil }
            let response = try #require(answer.made)
            var bytes: [UInt8] = []
            for case .memory(let piece) in response.body.pieces { bytes += piece }
            return "\(response.head.status) \(String(decoding: bytes, as: UTF8.self))"
        }
        #expect(try tell("PUT", "/control/intercepted/a.test") == "200 a.test")
        #expect(try tell("PUT", "/control/line?profile=3g") == "409 there is no line\n")
        #expect(try tell("PUT", "/control/other").hasPrefix("404"))
        _ = try bench.curl("\(bench.plain)/a")
        _ = bench.exchanges(1)
        let told = try tell("POST", "/control/requests/1?times=3&concurrency=1")
        #expect(told == "200 200 2 kept\n200 2 kept\n200 2 kept\n")
    }
}
