import Foundation
import TestSupport
import Testing

/// `netlab proxy` between programs that nobody here wrote and a server.
@Suite(.timeLimit(.minutes(2))) struct `netlab proxy` {
    /// A server with TLS, a proxy before it that looks into everything, and the folder of both.
    private final class Bench {
        let folder: ScratchFolder
        let server: Server
        let proxy: RunningProgram
        let url: String

        init(_ options: String...) throws {
            folder = try ScratchFolder()
            let site = URL(filePath: folder.file("site"))
            try FileManager.default.createDirectory(at: site, withIntermediateDirectories: true)
            try Data(repeating: 120, count: 300_000).write(to: site.appending(path: "a.bin"))
            server = try Server("site", "--tls", "--ca", "world.pem", in: folder)
            let environment = [
                "XDG_DATA_HOME": folder.file("data"), "SSL_CERT_FILE": folder.file("world.pem"),
            ]
            let words = ["proxy", "--port", "0", "--intercept", "*"] + options
            let proxy = try Program(Netlab.path, words, in: folder.path, environment: environment).start()
            _ = Waiting.until { proxy.output.contains("\n") || !proxy.isRunning }
            self.proxy = proxy
            url = String(proxy.output.split(separator: "\n").first ?? "")
            let exported = try Program(Netlab.path, ["ca", "export"], environment: environment).run()
            try Data(exported.output.utf8).write(to: URL(filePath: folder.file("ca.pem")))
        }

        deinit {
            if proxy.isRunning { proxy.signal(SIGKILL) }
        }

        func run(_ program: String, _ arguments: [String]) throws -> ProgramOutput {
            try start(program, arguments).finish()
        }

        func start(_ program: String, _ arguments: [String]) throws -> RunningProgram {
            let variables = [
                "http_proxy", "https_proxy", "HTTPS_PROXY", "SSL_CERT_FILE", "CURL_CA_BUNDLE",
                "GIT_SSL_CAINFO",
            ]
            var environment = Dictionary(uniqueKeysWithValues: variables.map { ($0, folder.file("ca.pem")) })
            for name in variables.prefix(3) { environment[name] = url }
            environment["no_proxy"] = ""
            return try Program(
                try #require(Program.find(program)),
                arguments,
                in: folder.path,
                environment: environment
            ).start()
        }
    }

    @Test(
        arguments: [
            ("curl", ["-sSo", "got", "URL"]), ("curl", ["-sSo", "got", "--http1.1", "URL"]),
            ("wget", ["-q", "-O", "got", "--ca-certificate=ca.pem", "URL"]),
            (
                "python3",
                [
                    "-c",
                    "import sys, urllib.request as u; open('got', 'wb').write(u.urlopen(sys.argv[1]).read())",
                    "URL",
                ]
            ),
        ]
    )
    func `serves clients that trust its authority`(_ program: String, _ words: [String]) throws {
        let bench = try Bench()
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let output = try bench.run(program, words.map { $0 == "URL" ? url : $0 })
        #expect(output.status == 0, "\(output.errors)")
        #expect(try Data(contentsOf: URL(filePath: bench.folder.file("got"))).count == 300_000)
        bench.proxy.signal(SIGINT)
        let ended = try bench.proxy.finish()
        #expect(ended.status == 0)
        #expect(ended.errors.contains("200  GET  \(url)  300,000 B"), "\(ended.errors)")
        #expect(ended.errors.contains("passed on 1 request and 0 tunnels"), "\(ended.errors)")
    }

    @Test
    func `prints everything as lines of JSON, and a line in front slows its clients`() throws {
        let bench = try Bench(
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
        #expect(try #require(Double(got.output)) > 0.24, "\(got.errors)")
        _ = Waiting.until { bench.proxy.output.contains("intercepted") }
        bench.proxy.signal(SIGINT)
        let output = try bench.proxy.finish().output
        let lines = try output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["kind"] as? String } == [nil, "interception", "intercepted"])
        #expect(lines.last?["url"] as? String == url && lines.last?["sentBodyBytes"] as? Int == 300_000)
        #expect((lines.last?["client"] as? String)?.hasPrefix("127.0.0.1:") == true)
    }

    @Test
    func `what the line still carries arrives after Ctrl-C`() throws {
        // 4 s: longer than a connection lasts whose response is handed over.
        let bench = try Bench("--set", "link.down.rate=600 kbit/s", "--set", "link.down.oneWayDelay=20 ms")
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
    func `tshark reads the plain HTTP of both legs in its capture, and finds nothing amiss`() throws {
        let bench = try Bench("--pcap", "all.pcapng")
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
        let amiss = "tcp.analysis.flags || _ws.malformed || _ws.expert.severity >= warning"
        #expect(try Self.tshark(amiss, "frame.number", "_ws.expert.message", in: bench) == [])
        let inspected = try Netlab.run("inspect", "all.pcapng", in: bench.folder)
        #expect(inspected.status == 0 && inspected.output.contains("300,000 B"), "\(inspected.errors)")
    }

    /// A line for each packet that matches, with these fields.
    private static func tshark(_ filter: String, _ fields: String..., in bench: Bench) throws -> [String] {
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
    func `a capture that cannot be written is one sentence`() throws {
        let folder = try ScratchFolder()
        let output = try Netlab.run("proxy", "--port", "0", "--pcap", "none/a.pcapng", in: folder)
        #expect(
            output.status == 3 && output.errors.contains("the capture cannot be written"),
            "\(output.errors)"
        )
    }

    @Test
    func `a port in use is one sentence`() throws {
        let bench = try Bench()
        let port = String(bench.url.dropLast().split(separator: ":").last ?? "")
        let output = try Netlab.run("proxy", "--port", port, in: bench.folder)
        #expect(output.status == 3 && output.errors.contains("port is in use"), "\(output.errors)")
    }
}
