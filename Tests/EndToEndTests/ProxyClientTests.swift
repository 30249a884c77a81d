import Foundation
import TestSupport
import Testing

/// Programs that nobody here wrote, as clients of `netlab proxy`.
@Suite(.timeLimit(.minutes(2))) struct `Clients of netlab proxy` {
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
            (
                "python3",
                [
                    "-c",
                    "import sys, requests as r; open('got', 'wb').write(r.get(sys.argv[1], verify='ca.pem').content)",
                    "URL",
                ]
            ),
            (
                "node",
                [
                    "-e",
                    """
                    const http = require('http'), https = require('https'), fs = require('fs');
                    const url = new URL(process.argv[1]), proxy = new URL(process.env.https_proxy);
                    const ask = { host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: url.host };
                    http.request(ask).on('connect', (response, socket) => {
                        const options = { socket, agent: false, ca: fs.readFileSync('ca.pem') };
                        https.get(url, options, answer => answer.pipe(fs.createWriteStream('got')));
                    }).end();
                    """,
                    "URL",
                ]
            ),
            (
                "env",
                [
                    "/usr/bin/python3", "-c",
                    """
                    import sys, httpx
                    got = httpx.Client(http2=True, verify='ca.pem').get(sys.argv[1])
                    assert got.http_version == 'HTTP/2', got.http_version
                    open('got', 'wb').write(got.content)
                    """,
                    "URL",
                ]
            ),
        ]
    )
    func `are served if they trust its authority`(_ program: String, _ words: [String]) throws {
        let bench = try InterceptingProxy()
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

    @Test(.enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver"))
    func `include a browser that loads a page and its parts`() throws {
        let bench = try InterceptingProxy()
        let site = URL(filePath: bench.folder.file("site"))
        let page = """
            <!doctype html><title>page</title><link rel="icon" href="data:,">
            <script>fetch('/a.bin').then(r => r.blob()).then(b => { document.title = String(b.size); });</script>
            """
        try Data(page.utf8).write(to: site.appending(path: "index.html"))
        let url = "https://localhost:\(bench.server.port)/index.html"
        let browser = try Browser(proxy: bench.url)
        try browser.open(url)
        #expect(try browser.waits(for: "300000", "document.title") == "300000")
        let clean = try browser.text("performance.getEntriesByType('navigation')[0].nextHopProtocol")
        #expect(clean == "h2")
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        #expect(told.contains("200  GET  \(url)  ") && told.contains("/a.bin  300,000 B"), "\(told)")
    }

    @Test(.enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver"))
    func `include a browser whose plaintext WebSocket message is echoed`() throws {
        let bench = try InterceptingProxy()
        let echo = try EchoServer(in: bench.folder)
        let browser = try Browser(proxy: bench.url)
        // A page with TLS must not open such a socket.
        try browser.open("http://127.0.0.1:\(echo.port)/page")
        _ = try browser.run(
            """
            const socket = new WebSocket('ws://127.0.0.1:\(echo.port)/socket');
            socket.onopen = () => socket.send('a message');
            socket.onmessage = event => { document.title = event.data; socket.close(); };
            socket.onerror = () => { document.title = 'failed'; };
            """
        )
        #expect(try browser.waits(for: "a message", "document.title") == "a message")
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        #expect(told.contains("101  GET  ") && told.contains("127.0.0.1:\(echo.port)/socket"), "\(told)")
    }

    @Test(.enabled(if: Undici.isInstalled, "needs node and Debian's node-undici"))
    func `include undici, through CONNECT for HTTP and HTTPS`() throws {
        let bench = try InterceptingProxy()
        let plain = try Server("site", in: bench.folder)
        let output = try Undici.ask(
            ["\(plain.url)a.bin", "https://localhost:\(bench.server.port)/a.bin"],
            times: 32,
            through: bench
        )
        #expect(output.status == 0, "\(output.errors)")
        #expect(output.output == "200 300000\n", "\(output.errors)")
        bench.proxy.signal(SIGINT)
        let told = try bench.proxy.finish().errors
        #expect(told.contains("passed on 32 requests and 0 tunnels"), "\(told)")
    }

    @Test func `include git, which clones through it`() throws {
        let bench = try InterceptingProxy()
        let steps = [
            ["init", "-q", "source"],
            [
                "-C", "source", "-c", "user.name=a", "-c", "user.email=a@a.test", "commit", "-qm", "one",
                "--allow-empty",
            ],
            ["clone", "-q", "--bare", "source", "site/source.git"],
            ["-C", "site/source.git", "update-server-info"],
            ["clone", "-q", "https://localhost:\(bench.server.port)/source.git", "copy"],
        ]
        for step in steps {
            let output = try bench.run("git", step)
            #expect(output.status == 0, "\(step): \(output.errors)")
        }
        #expect(try bench.run("git", ["-C", "copy", "log", "--format=%s"]).output == "one\n")
        bench.proxy.signal(SIGINT)
        #expect(try bench.proxy.finish().errors.contains("/source.git/info/refs"))
    }

    @Test func `include apt, which reads a mirror through it`() throws {
        let bench = try InterceptingProxy()
        for folder in ["site/mirror", "state/lists/partial", "cache/archives/partial"] {
            try FileManager.default.createDirectory(
                atPath: bench.folder.file(folder),
                withIntermediateDirectories: true
            )
        }
        let package = [
            "Package: netlab-sample", "Version: 1", "Architecture: all", "Maintainer: a", "Description: none",
            "Filename: mirror/sample.deb", "Size: 1", "",
        ].joined(separator: "\n")
        try Data(package.utf8).write(to: URL(filePath: bench.folder.file("site/mirror/Packages")))
        let source = "deb [trusted=yes] https://localhost:\(bench.server.port)/ mirror/\n"
        try Data(source.utf8).write(to: URL(filePath: bench.folder.file("sources.list")))
        let path = bench.folder.path
        let options = [
            "Dir::Etc::SourceList=\(path)/sources.list", "Dir::Etc::SourceParts=-",
            "Dir::State=\(path)/state", "Dir::Cache=\(path)/cache", "Dir::State::status=/dev/null",
            "Acquire::https::CAInfo=\(path)/ca.pem", "Acquire::https::Proxy=\(bench.url)",
            "APT::Sandbox::User=", "Acquire::Languages=none",
        ].flatMap { ["-o", $0] }
        let update = try bench.run("apt-get", options + ["update", "-q"])
        #expect(update.status == 0, "\(update.output) \(update.errors)")
        let found = try bench.run("apt-cache", options + ["show", "netlab-sample"])
        #expect(found.output.contains("Version: 1"), "\(found.errors)")
    }

    @Test(arguments: ["socks5h", "socks5", "socks4", "socks4a"])
    func `can use SOCKS on the same port`(_ scheme: String) throws {
        let bench = try InterceptingProxy("--json")
        let announcement = try JSONSerialization.jsonObject(with: Data(bench.url.utf8)) as? [String: Any]
        let port = try #require(announcement?["port"] as? Int)
        let url = "https://localhost:\(bench.server.port)/a.bin"
        let proxy = "\(scheme)://127.0.0.1:\(port)"
        let got = try bench.run("curl", ["-4", "--cacert", "ca.pem", "-sSo", "got", "-x", proxy, url])
        #expect(got.status == 0, "\(got.errors)")
        _ = Waiting.until { bench.proxy.output.contains("intercepted") }
        let lines = try bench.finishedLines()
        #expect(lines.map { $0["kind"] as? String } == [nil, "interception", "intercepted"])
        let dialect = (lines[1]["clientProtocol"] as? String)?.lowercased() ?? ""
        #expect(scheme.hasPrefix(dialect) && !dialect.isEmpty)
        #expect(lines[2]["url"] as? String == url && lines[2]["sentBodyBytes"] as? Int == 300_000)
    }
}
