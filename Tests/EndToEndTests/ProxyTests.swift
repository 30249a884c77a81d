import Foundation
import TestSupport
import Testing

/// `netlab proxy` between programs that nobody here wrote and a server.
@Suite(.timeLimit(.minutes(2))) struct `netlab proxy` {
    @Test
    func `follows its rules and reloads them when the file changes`() throws {
        let blocking = "rules:\n  - match: \"*://localhost:*/a.bin\"\n    block: 451\n"
        let bench = try InterceptingProxy(rules: blocking)
        let url = "https://localhost:\(bench.server.port)/a.bin"
        func status() throws -> String {
            try bench.run("curl", ["-sSo", "got", "-w", "%{http_code}", url]).output
        }
        func changes(to text: String, told: String) throws {
            try Data(text.utf8).write(to: URL(filePath: bench.folder.file("rules.yaml")))
            #expect(Waiting.until { bench.proxy.errors.contains(told) }, "\(bench.proxy.errors)")
        }
        #expect(try status() == "451")
        try changes(to: "rules:\n  - blok: 1\n", told: "rules.yaml:2:5: error: unknown key `blok`")
        #expect(try status() == "451")
        try changes(
            to: "rules:\n  - rewrite: { response: { status: 503 } }\n",
            told: "follows the changed rules of rules.yaml: 1"
        )
        #expect(try status() == "503")
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        #expect(told.contains("451  GET  \(url)") && told.contains("(rule 1: block)"), "\(told)")
        #expect(told.contains("503  GET  \(url)") && told.contains("(rule 1: rewrite)"), "\(told)")
    }

    @Test
    func `prints JSON lines and shapes its clients' traffic`() throws {
        let bench = try InterceptingProxy(
            "--json",
            "--set",
            "link.down.rate=10 Mbit/s",
            "--set",
            "link.down.oneWayDelay=20 ms"
        )
        let announcement = try JSONSerialization.jsonObject(with: Data(bench.url.utf8)) as? [String: Any]
        let proxy = try #require(announcement?["url"] as? String)
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let got = try bench.run("curl", ["-sSo", "got", "-x", proxy, url, "-w", "%{time_total}"])
        // 300,000 B at 10 Mbit/s.
        let total = try #require(Double(got.output))
        #expect(total > 0.24, "\(got.errors)")
        _ = Waiting.until { bench.proxy.output.contains("intercepted") }
        let lines = try bench.finishedLines()
        #expect(lines.map { $0["kind"] as? String } == [nil, "interception", "intercepted"])
        #expect(lines.last?["url"] as? String == url && lines.last?["sentBodyBytes"] as? Int == 300_000)
        #expect((lines.last?["client"] as? String)?.hasPrefix("127.0.0.1:") == true)
        // What the client saw: of curl's time only the CONNECT and TLS came before.
        let (seen, line) = (lines.last?["durationNs"] as? Int ?? 0, lines.last?["lineNs"] as? Int ?? 0)
        #expect(Double(seen) / 1e9 > 0.24 && Double(seen) / 1e9 < total && line > 0 && line <= seen)
    }

    @Test
    func `rewrites bodies and mirrors them to files`() throws {
        let rules = """
            rules:
              - match: { pattern: '/a\\.bin$' }
                rewrite: { response: { replace: [{ text: x, with: "" }, { pattern: '^$', with: 'nothing left' }] } }
                mirror: copies
            """
        let bench = try InterceptingProxy(rules: rules)
        let checked = try Netlab.run("check", "rules.yaml", in: bench.folder)
        #expect(checked.output == "rules.yaml: valid: one rule\n", "\(checked.errors)")
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let output = try bench.run("curl", ["-sS", url])
        #expect(output.output == "nothing left", "\(output.errors)")
        let copy = bench.folder.file("copies/localhost:\(bench.server.port)/a.bin")
        bench.proxy.signal(SIGINT)
        #expect(try bench.proxy.finish().errors.contains("(rule 1: rewrite, rule 1: mirror)"))
        #expect(try Data(contentsOf: URL(filePath: copy)).count == 300_000)
    }

    @Test
    func `is controlled by other commands while it runs`() throws {
        let bench = try InterceptingProxy("--line")
        func tell(_ words: String...) throws -> ProgramOutput { try bench.tell(words) }
        let url = "https://localhost:\(bench.server.port)/a.bin"
        #expect(try tell("throttle", "--set", "link.down.rate=10 Mbit/s").output.contains("down 10 Mbit/s"))
        let slow = try bench.run("curl", ["-sSo", "got", url, "-w", "%{time_total}"])
        // 300,000 B at 10 Mbit/s.
        #expect(try #require(Double(slow.output)) > 0.24, "\(slow.errors)")
        #expect(try tell("throttle", "none").output.contains("without limits"))
        #expect(try tell("intercept", "*", "--off").output.contains("no host"))
        // A tunnel shows the server's own certificate.
        let tunnelled = try bench.run("curl", ["-sSo", "got", "--cacert", "world.pem", url])
        #expect(tunnelled.status == 0, "\(tunnelled.errors)")
        let unknown = try tell("throttle", "33g")
        #expect(unknown.status == 3 && unknown.errors.contains("did you mean `3g`"), "\(unknown.errors)")
        #expect(try tell("status").output.contains("1 request and 1 tunnel"))
        bench.proxy.signal(SIGINT)
        let ended = try bench.proxy.finish()
        #expect(ended.errors.contains("the line is now") && !ended.errors.contains("netlab.test/control"))
        let gone = try tell("status")
        #expect(gone.status == 3 && gone.errors.contains("no proxy of this user runs on port \(bench.port)"))
    }

    @Test
    func `throttles single hosts, even while it runs`() throws {
        let bench = try InterceptingProxy("--throttle", "localhost=none", "--line")
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let other = "https://127.0.0.1:\(bench.server.port)/a.bin"
        func time(_ url: String) throws -> Double {
            let output = try bench.run("curl", ["-ksSo", "got", url, "-w", "%{time_total}"])
            return try #require(Double(output.output), "\(output.errors)")
        }
        #expect(try bench.tell("status").output.contains("line to localhost: without limits"))
        // 300,000 B at 2 Mbit/s.
        let slow = ["--set", "link.down.rate=2 Mbit/s"]
        let told = try bench.tell(["throttle", "--host", "localhost"] + slow)
        #expect(told.output.contains("line to localhost: ") && told.output.contains("2 Mbit/s"))
        #expect(try time(url) > 1.1 && time(other) < 1)
        // Other hosts use the general line.
        #expect(try bench.tell(["throttle"] + slow).status == 0)
        #expect(try time(other) > 1.1)
        #expect(try bench.tell("throttle", "--host", "localhost", "none").status == 0)
        #expect(try time(url) < 1)
        let off = try bench.tell("throttle", "--host", "localhost", "--off")
        #expect(!off.output.contains("line to"), "\(off.errors)")
        #expect(try time(url) > 1.1)
        #expect(try bench.tell("throttle", "--host", "a.test", "--off").errors.contains("no line of its own"))
        bench.proxy.signal(SIGINT)
        let log = try bench.proxy.finish().errors
        let ways = log.split(separator: "\n").filter { $0.contains("  GET  ") }.map {
            $0.contains("(line of localhost)") ? "localhost" : $0.contains("(line of *)") ? "*" : nil
        }
        #expect(ways == ["localhost", "*", "*", "localhost", nil], "\(log)")
    }

    @Test
    func `holds exchanges at breakpoints for other commands to inspect and change`() throws {
        let rules = """
            rules:
              - match: { path: /held }
                breakpoint: [request, response]
            """
        let bench = try InterceptingProxy("--save", "session.har", rules: rules)
        let url = "https://localhost:\(bench.server.port)"
        let client = try bench.start("curl", ["-sS", "-w", "|%{http_code}", "\(url)/held"])
        _ = Waiting.until { (try? bench.tell("held").output.contains("request  GET \(url)/held")) == true }
        // The editor replaces the path in the text that it is given.
        let edited = try bench.tell("continue", "1", "--edit", editor: "sed -i s,/held,/a.bin,")
        #expect(edited.output == "continued: GET \(url)/held\n", "\(edited.errors)")
        _ = Waiting.until { (try? bench.tell("held").output.contains("response")) == true }
        let text = try bench.tell("show", "2").output
        #expect(text.hasPrefix("200 OK\n") && text.hasSuffix("xxx\n"))
        let file = bench.folder.file("response.txt")
        try Data("418\nX: y\n\nshort\n".utf8).write(to: URL(filePath: file))
        #expect(try bench.tell("continue", "2", "--from", file).status == 0)
        #expect(try client.finish().output == "short|418")
        let other = try bench.start("curl", ["-sS", "-w", "|%{http_code}", "\(url)/held"])
        _ = Waiting.until { (try? bench.tell("held").output.contains("request")) == true }
        let faulty = try bench.tell("continue", "3", "--from", "/dev/null")
        #expect(faulty.status == 3 && faulty.errors.contains("is empty"), "\(faulty.errors)")
        #expect(try bench.tell("abort", "3").output == "aborted: GET \(url)/held\n")
        #expect(try other.finish().output.hasSuffix("aborted at a breakpoint\n|502"))
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        #expect(told.contains("held as 2: the response to GET \(url)/a.bin"), "\(told)")
        let words = "rule 1: breakpoint, breakpoint edited request, breakpoint edited response"
        #expect(told.contains(", held ") && told.contains(words), "\(told)")
        let session = try String(contentsOfFile: bench.folder.file("session.har"), encoding: .utf8)
        #expect(session.contains("\"heldNs\":") && !session.contains("\"blocked\":0,"))
    }

    @Test(arguments: [[], ["--line"]])
    func `sends composed requests like a client`(_ options: [String]) throws {
        let bench = try InterceptingProxy(options: options)
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let got = try bench.tell("compose", url, "-H", "Range: bytes=0-9", "--output", "-")
        #expect(got.output == "xxxxxxxxxx", "\(got.errors)")
        let report = try bench.tell("compose", "--from", "2", "--edit", editor: "sed -i s/0-9/0-99/")
        #expect(report.output.contains("206 Partial Content  100 B"), "\(report.output)\(report.errors)")
        #expect(report.output.contains("to the proxy") && report.output.contains("to the server"))
        let json = try bench.tell("compose", "HEAD", url, "--json").output
        let document = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(document?["status"] as? Int == 200 && document?["number"] as? Int == 6, "\(json)")
        bench.proxy.signal(SIGINT)
        #expect(try bench.proxy.finish().errors.contains("206  GET  \(url)  10 B"))
    }

    @Test(.enabled(if: Program.find("tinyproxy") != nil, "needs tinyproxy"))
    func `reaches servers through a proxy that requires a password`() throws {
        let folder = try ScratchFolder()
        // Free again once the listener is gone.
        let port = try LoopbackListener().port
        let settings = """
            Port \(port)
            Listen 127.0.0.1
            Timeout 20
            LogLevel Info
            BasicAuth me secret
            """
        try Data(settings.utf8).write(to: URL(filePath: folder.file("tinyproxy.conf")))
        let parent = try Program(
            try #require(Program.find("tinyproxy")),
            ["-d", "-c", "tinyproxy.conf"],
            in: folder.path
        ).start()
        defer { parent.signal(SIGKILL) }
        #expect(Waiting.until { parent.output.contains("Accepting connections") }, "\(parent.output)")
        let bench = try InterceptingProxy("--upstream", "http://me:secret@127.0.0.1:\(port)")
        let secure = "https://localhost:\(bench.server.port)/a.bin"
        let plain = try Server("site", in: bench.folder)
        let output = try bench.run(
            "curl",
            [
                "-sS", "-w", "%{http_code} ", "-o", "a", "-o", "b", secure,
                "http://127.0.0.1:\(plain.port)/a.bin",
            ]
        )
        #expect(output.output == "200 200 ", "\(output.errors)")
        let wrong = try InterceptingProxy("--upstream", "http://me:wrong@127.0.0.1:\(port)")
        let refused = try wrong.run("curl", ["-sS", "-w", "%{http_code}", secure])
        #expect(refused.output.contains("it refused: 401") && refused.output.hasSuffix("502"))
        bench.proxy.signal(SIGINT)
        let ended = try bench.proxy.finish()
        #expect(ended.errors.contains("tunnel ") && !(ended.errors + ended.output).contains("secret"))
        #expect(parent.output.contains("CONNECT localhost:\(bench.server.port)"))
    }

    @Test
    func `delivers data still on the link after Ctrl-C`() throws {
        // 4 s: longer than a connection lasts whose response is handed over.
        let bench = try InterceptingProxy(
            "--set",
            "link.down.rate=600 kbit/s",
            "--set",
            "link.down.oneWayDelay=20 ms"
        )
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let client = try bench.start("curl", ["-sSo", "got", url])
        let got = bench.folder.file("got")
        _ = Waiting.until { (try? Data(contentsOf: URL(filePath: got)))?.isEmpty == false }
        bench.proxy.signal(SIGINT)
        let output = try client.finish()
        #expect(output.status == 0, "\(output.errors)")
        #expect(try Data(contentsOf: URL(filePath: got)).count == 300_000)
        #expect(try bench.proxy.finish().status == 0)
    }

    @Test(.enabled(if: Program.find("tshark") != nil, "needs tshark"))
    func `writes a capture whose decrypted HTTP tshark reads on both legs`() throws {
        let bench = try InterceptingProxy("--pcap", "all.pcapng")
        let url = "https://localhost:\(bench.server.port)/a.bin"
        for version in ["--http1.1", "--http2"] {
            let output = try bench.run("curl", ["-sSo", "got", version, url])
            #expect(output.status == 0, "\(output.errors)")
        }
        // Readable while the proxy still writes.
        _ = Waiting.until { (try? Self.tshark("http2.headers.method", in: bench).count) == 3 }
        bench.proxy.signal(SIGINT)
        let ended = try bench.proxy.finish()
        #expect(ended.status == 0 && ended.errors.contains("packets in all.pcapng"), "\(ended.errors)")
        // With curl first HTTP/1.1, then HTTP/2; with the server always HTTP/2.
        let authority = "localhost:\(bench.server.port)"
        let connect = "clients CONNECT \(authority)"
        #expect(
            try Self.tshark(
                "http.request",
                "frame.interface_name",
                "http.request.method",
                "http.request.uri",
                in: bench
            )
                == [connect, "clients GET /a.bin", connect]
        )
        #expect(
            try Self.tshark("http2.headers.method", "frame.interface_name", "http2.headers.path", in: bench)
                == ["servers /a.bin", "clients /a.bin", "servers /a.bin"]
        )
        #expect(
            try Self.tshark("http.response && !http2", "http.response.code", "http.content_length", in: bench)
                == ["200", "200 300000", "200"]
        )
        #expect(
            try Self.tshark("http2.headers.status", "frame.interface_name", "http2.headers.status", in: bench)
                == ["servers 200", "servers 200", "clients 200"]
        )
        // The proxy's end may reset a connection, which is true.
        let amiss =
            "tcp.analysis.flags || _ws.malformed || (_ws.expert.severity >= warning && !tcp.flags.reset == 1)"
        let found = try Self.tshark(amiss, "frame.number", "_ws.expert.message", in: bench)
        #expect(found == [])
        let inspected = try Netlab.run("inspect", "all.pcapng", in: bench.folder)
        #expect(inspected.status == 0 && inspected.output.contains("300,000 B"), "\(inspected.errors)")
    }

    /// A line for each packet that matches, with these fields.
    private static func tshark(_ filter: String, _ fields: String..., in bench: InterceptingProxy) throws
        -> [String]
    {
        let words = [
            "-r", bench.folder.file("all.pcapng"), "-Y", filter, "-T", "fields", "-E", "separator=/s",
        ]
        let fields = (fields.isEmpty ? ["frame.number"] : fields).flatMap { ["-e", $0] }
        let output = try bench.run("tshark", words + fields).output
        return output.split(separator: "\n").map { line in
            String(line.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    @Test
    func `reports an unwritable capture in one sentence`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.run("proxy", "--port", "0", "--pcap", "none/a.pcapng", in: folder)
        #expect(
            output.status == 3 && output.errors.contains("the capture cannot be written"),
            "\(output.errors)"
        )
    }

    @Test
    func `saves a session that can be compared and replayed`() throws {
        let folder: ScratchFolder
        let url: String
        do {
            let bench = try InterceptingProxy("--save", "session.har")
            folder = bench.folder
            url = "https://localhost:\(bench.server.port)/a.bin"
            #expect(try bench.run("curl", ["-sSo", "got", url]).status == 0)
            bench.proxy.signal(SIGINT)
            #expect(try bench.proxy.finish().status == 0)
            let same = try Netlab.run("diff", "session.har", "session.har", in: folder)
            #expect(same.status == 0, "\(same.errors)")
            #expect(same.output.contains("GET \(url)") && same.output.contains("1 exchange, 0 of which"))
            let text = try String(contentsOfFile: folder.file("session.har"), encoding: .utf8)
            let changed = text.replacing("\"status\":200", with: "\"status\":500")
            try Data(changed.utf8).write(to: URL(filePath: folder.file("changed.har")))
            let other = try Netlab.run("diff", "session.har", "changed.har", in: folder)
            #expect(other.status == 4 && other.output.contains("200 > 500"), "\(other.output)")
            try FileManager.default.copyItem(
                atPath: folder.file("session.har"),
                toPath: folder.file("replayed.har")
            )
        }
        let bench = try InterceptingProxy("--replay", "\(folder.file("replayed.har"))")
        _ = try bench.server.stop()
        #expect(try bench.run("curl", ["-sSfo", "got", url]).status == 0)
        #expect(try Data(contentsOf: URL(filePath: bench.folder.file("got"))).count == 300_000)
        let unknown = try bench.run("curl", ["-sS", "-w", "%{http_code}", "\(url)x"])
        #expect(unknown.output.contains("has no GET \(url)x") && unknown.output.hasSuffix("504"))
    }

    @Test
    func `reports a port in use in one sentence`() throws {
        let bench = try InterceptingProxy()
        let port = String(bench.url.dropLast().split(separator: ":").last ?? "")
        let output = try Netlab.run("proxy", "--port", port, in: bench.folder)
        #expect(output.status == 3 && output.errors.contains("port is in use"), "\(output.errors)")
    }
}
