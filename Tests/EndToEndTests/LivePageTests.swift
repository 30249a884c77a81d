import Foundation
import TestSupport
import Testing

/// The proxy's page in a real browser.
@Suite(
    .timeLimit(.minutes(3)),
    .enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver")
)
struct `The proxy's page` {
    private static let count = "document.getElementById('count').textContent"

    /// Writes a picture of 2 × 1 pixels.
    private func drawing(_ bench: InterceptingProxy) throws {
        let png =
            "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADklEQVR4nGP4z8AARAAM+QH/Q8qUKQAAAABJRU5ErkJggg=="
        let data = try #require(Data(base64Encoded: png))
        try data.write(to: URL(filePath: bench.folder.file("site/dot.png")))
    }

    @Test(arguments: [false, true])
    func `shows exchanges as they end, with phases and contents`(_ dark: Bool) throws {
        let bench = try InterceptingProxy("--ui-port", "0", "--line")
        try drawing(bench)
        let browser = try Browser(dark: dark)
        try browser.open(try bench.pageLink())
        #expect(try browser.waits(for: "0 exchanges", Self.count) == "0 exchanges")
        let hint =
            "document.querySelector('.empty').textContent.includes('Clients reach the proxy at 127.0.0.1:')"
        #expect(try browser.waits(for: "true", hint) == "true")
        let url = "https://localhost:\(bench.server.port)"
        for path in ["a.bin", "dot.png", "missing"] {
            _ = try bench.run("curl", ["-sSo", "/dev/null", "\(url)/\(path)"])
        }
        #expect(try browser.waits(for: "3 exchanges", Self.count) == "3 exchanges")
        let row = "[...document.querySelectorAll('.space [role=row]:not([hidden])')]"
        #expect(try browser.text("\(row).map(r => r.children[3].textContent)") == "/a.bin,/dot.png,/missing")
        #expect(try browser.text("\(row).map(r => r.children[4].textContent)") == "200,200,404")
        _ = try browser.run("\(row)[1].click(); document.getElementById('tab-Response').click()")
        let image = "document.querySelector('img.content')?.naturalWidth"
        #expect(try browser.waits(for: "2", image) == "2")
        try browser.picture("page-picture\(dark ? "-dark" : "")")
        #expect(try PageAudit.complaints(browser) == [])
        // The first one opened the connection.
        _ = try browser.run("\(row)[0].click(); document.getElementById('tab-Timing').click()")
        let phases = try browser.text("document.querySelector('#details tbody').textContent")
        #expect(phases.contains("TLS handshake") && phases.contains("Latency"), "\(phases)")
        _ = try browser.run("document.getElementById('tab-TLS').click()")
        #expect(try browser.text("document.getElementById('tab-panel').textContent").contains("localhost"))
        #expect(try browser.complaints() == [])
    }

    private static let rules = "rules:\n  - match: '*://a.test/<b>*'\n    block: 403\n"

    /// The rules in force and what is wrong with their file's newer version.
    private func checkRules(_ browser: Browser, _ bench: InterceptingProxy) throws {
        let listed = "[...document.querySelectorAll('#panel ol li')].map(l => l.textContent)"
        let words = "match: \"*://a.test/<b>*\", block: 403"
        #expect(try browser.waits(for: words, listed) == words)
        try Data("rules:\n  - blok: 403\n".utf8).write(to: URL(filePath: bench.folder.file("rules.yaml")))
        let problem = "document.querySelector('#panel pre')?.textContent.includes('unknown key `blok`')"
        #expect(try browser.waits(for: "true", problem) == "true")
        #expect(try browser.text(listed) == words)
        #expect(
            try bench.tell("status").output.contains("rules                1 of rules.yaml\nnot followed")
        )
    }

    /// The packets so far, by the link that the page has.
    private func checkCapture(_ browser: Browser, _ bench: InterceptingProxy) throws {
        let link = "document.querySelector('#panel a[download]').href"
        let curl = ["-sS", "--noproxy", "*", "-b", "jar", "-c", "jar"]
        _ = try bench.run("curl", curl + ["-L", "-o", "page", try bench.pageLink()])
        _ = try bench.run("curl", curl + ["-o", "got.pcapng", try browser.text(link)])
        let words = ["inspect", "got.pcapng", "--json"]
        let shown = try Program(Netlab.path, words, in: bench.folder.path).run()
        let json = try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any]
        let exchanges = try #require(json?["exchanges"] as? [[String: Any]], "\(shown.errors)")
        // Each on both sides of the proxy, decrypted. The commands that steer it are there, too.
        let urls = exchanges.compactMap { $0["url"] as? String }.filter { $0.hasPrefix("https://localhost") }
        #expect(urls.count == 6 && urls.count { $0.hasSuffix("/missing") } == 2, "\(exchanges)")
    }

    @Test func `filters exchanges, controls the proxy and shows rules and packets`() throws {
        let options = ["--ui-port", "0", "--line", "--pcap", "all.pcapng"]
        let bench = try InterceptingProxy(options: options, rules: Self.rules)
        let browser = try Browser()
        try browser.open(try bench.pageLink())
        let url = "https://localhost:\(bench.server.port)"
        for path in ["a.bin", "missing", "a.bin?big=1"] {
            _ = try bench.run("curl", ["-sSo", "/dev/null", "\(url)/\(path)"])
        }
        #expect(try browser.waits(for: "3 exchanges", Self.count) == "3 exchanges")
        for (text, count) in [
            ("status:4xx", "1 of 3"), ("-missing", "2 of 3"), ("larger:100kB", "2 of 3"),
            ("path:big", "1 of 3"),
            ("host:localhost status:200 -big", "1 of 3"), ("nothing", "0 of 3"), ("method:get", "3"),
        ] {
            _ = try browser.run(
                "const f = document.getElementById('filter'); f.value = '\(text)'; f.dispatchEvent(new Event('input'))"
            )
            #expect(
                try browser.waits(for: "\(count) exchanges", Self.count) == "\(count) exchanges",
                "\(text)"
            )
        }
        _ = try browser.run(
            """
            document.getElementById('settings').click();
            const choice = document.querySelector('#panel select');
            choice.value = 'nlc/3g'; choice.dispatchEvent(new Event('change'));
            """
        )
        let line = "document.querySelector('#panel p').textContent"
        _ = Waiting.until(seconds: 3) { (try? browser.text(line))?.contains("kbit/s") == true }
        #expect(try browser.text(line).contains("down 780 kbit/s"))
        try checkRules(browser, bench)
        try checkCapture(browser, bench)
        try browser.picture("page-settings")
        #expect(try PageAudit.complaints(browser) == [])
        #expect(try browser.complaints() == [])
    }

    @Test func `gives hosts their own links and removes them`() throws {
        let bench = try InterceptingProxy("--ui-port", "0")
        let browser = try Browser()
        try browser.open(try bench.pageLink())
        _ = try browser.waits(for: "0 exchanges", Self.count)
        _ = try browser.run(
            """
            document.getElementById('settings').click();
            const host = document.querySelector('#panel input[aria-label="Hosts with a line of their own"]');
            host.value = '*.a.test';
            host.form.querySelector('select').value = 'nlc/3g';
            host.form.requestSubmit();
            """
        )
        #expect(
            Waiting.until(seconds: 5) {
                (try? bench.tell("status").output.contains("line to *.a.test: profile nlc/3g")) == true
            }
        )
        let remove = "document.querySelector('#panel button[aria-label=\"Remove the line of *.a.test\"]')"
        #expect(try browser.waits(for: "Remove", "\(remove)?.textContent ?? ''") == "Remove")
        _ = try browser.run("\(remove).click()")
        #expect(
            Waiting.until(seconds: 5) { (try? bench.tell("status").output.contains("line to")) == false }
        )
        #expect(try browser.complaints() == [])
    }

    @Test func `shows hostile names and contents as text`() throws {
        let bench = try InterceptingProxy("--ui-port", "0")
        let hostile = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"
        try Data("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>".utf8).write(
            to: URL(filePath: bench.folder.file("site/a.svg"))
        )
        try Data(hostile.utf8).write(to: URL(filePath: bench.folder.file("site/b.html")))
        let browser = try Browser()
        try browser.open(try bench.pageLink())
        let url = "https://localhost:\(bench.server.port)"
        for path in ["b.html", "a.svg", "%3Cscript%3E", "a.bin?%E2%80%AEgnp.exe"] {
            let words = ["-sSo", "/dev/null", "-H", "X-Text: \(hostile)", "\(url)/\(path)"]
            _ = try bench.run("curl", words)
        }
        #expect(try browser.waits(for: "4 exchanges", Self.count) == "4 exchanges")
        for place in 0..<4 {
            for tab in ["Overview", "Request", "Response"] {
                _ = try browser.run(
                    "document.querySelectorAll('.space [role=row]')[\(place)].click(); "
                        + "document.getElementById('tab-\(tab)').click()"
                )
                let loading = "document.getElementById('tab-panel').textContent.includes('Loading')"
                #expect(try browser.waits(for: "false", loading) == "false")
            }
        }
        #expect(try browser.text("document.title") == "proxy · netlab")
        #expect(try browser.text("document.querySelectorAll('#details script, #details svg').length") == "0")
        try browser.picture("page-hostile")
        #expect(try PageAudit.complaints(browser) == [])
        #expect(try browser.complaints() == [])
    }

    @Test func `shows the same in a second tab and after a reload, and rejects a used link`() throws {
        let bench = try InterceptingProxy("--ui-port", "0")
        let url = "https://localhost:\(bench.server.port)/a.bin"
        _ = try bench.run("curl", ["-sSo", "/dev/null", url])
        let link = try bench.pageLink()
        let browser = try Browser()
        try browser.open(link)
        for _ in 0..<2 {
            #expect(try browser.waits(for: "1 exchange", Self.count) == "1 exchange")
            try browser.open(String(link.prefix { $0 != "?" }))
        }
        let other = try Browser()
        try other.open(link)
        #expect(try other.text("document.body.textContent").hasPrefix("this link has already been used"))
        // The proxy's end is told.
        bench.proxy.signal(SIGINT)
        _ = try bench.proxy.finish()
        let notice = "document.getElementById('notice').hidden"
        #expect(try browser.waits(for: "false", notice) == "false")
    }

    @Test func `renders few rows for thousands of exchanges`() throws {
        let bench = try InterceptingProxy("--ui-port", "0")
        let browser = try Browser()
        try browser.open(try bench.pageLink())
        // One curl, one connection.
        let url = "https://localhost:\(bench.server.port)/missing?[1-2000]"
        _ = try bench.run("curl", ["-sSo", "/dev/null", url])
        #expect(try browser.waits(for: "2000 exchanges", Self.count) == "2000 exchanges")
        let rows = try browser.text("document.querySelectorAll('.space [role=row]').length")
        #expect(try #require(Int(rows)) < 80)
        let grid = "document.querySelector('[role=grid]')"
        #expect(try browser.text("\(grid).getAttribute('aria-rowcount')") == "2000")
        _ = try browser.run(
            "\(grid).focus(); \(grid).dispatchEvent(new KeyboardEvent('keydown', {key: 'Home'}))"
        )
        let chosen = "document.querySelector('[aria-selected=true]')?.children[3].textContent"
        #expect(try browser.waits(for: "/missing?1", chosen) == "/missing?1")
        try browser.picture("page-many")
        #expect(try browser.complaints() == [])
    }

    /// A saved exchange that carried messages, of this kind.
    private static func entry(_ kind: String, sent: Int, received: Int) -> String {
        """
        { "startedDateTime": "2026-01-01T00:00:00.000Z", "time": 40, "request": { "method": "GET", \
        "url": "https://example.com/\(kind)", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], \
        "cookies": [], "headersSize": 90, "bodySize": 0 }, "response": { "status": 200, "statusText": "OK", \
        "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "content": { "size": 30, "mimeType": "" }, \
        "redirectURL": "", "headersSize": 150, "bodySize": 30 }, "cache": {}, \
        "timings": { "send": 1, "wait": 30, "receive": 9 }, "_netlab": { "messages": "\(kind)", \
        "messagesSent": \(sent), "messageBytesSent": 10, "messagesReceived": \(received), "messageBytesReceived": 20 } }
        """
    }

    @Test func `counts messages of WebSockets and event streams in each direction`() throws {
        let folder = try ScratchFolder()
        let entries = [
            Self.entry("websocket", sent: 3, received: 5), Self.entry("events", sent: 0, received: 7),
        ]
        try folder.write(
            "session.har",
            #"{ "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [\#(entries.joined(separator: ","))] } }"#
        )
        let words = ["proxy", "open", "session.har", "--ui-port", "0"]
        let shown = try Program(Netlab.path, words, in: folder.path).start()
        defer { shown.signal(SIGINT) }
        _ = Waiting.until { shown.output.contains("\n") || !shown.isRunning }
        let browser = try Browser()
        try browser.open(String(try #require(shown.output.split(separator: "\n").first)))
        #expect(try browser.waits(for: "2 exchanges", Self.count) == "2 exchanges")
        let row = "[...document.querySelectorAll('.space [role=row]:not([hidden])')]"
        let types = try browser.text("\(row).map(r => r.children[5].textContent)")
        #expect(types == "websocket ↑3 ↓5,events ↓7")
        _ = try browser.run("\(row)[0].click(); document.getElementById('tab-Size').click()")
        for text in ["Messages, up3 (10 B)", "Messages, down5 (20 B)"] {
            let isShown = "document.getElementById('tab-panel').textContent.includes('\(text)')"
            #expect(try browser.waits(for: "true", isShown) == "true", "\(text)")
        }
    }

    @Test func `edits and continues a request held at a breakpoint`() throws {
        let bench = try InterceptingProxy("--ui-port", "0")
        let browser = try Browser()
        try browser.open(try bench.pageLink())
        let settings = "document.getElementById('settings')"
        #expect(try browser.waits(for: "false", "\(settings).hidden") == "false")
        _ = try browser.run(
            """
            \(settings).click();
            const input = document.querySelector('[aria-label="Breakpoint"]');
            input.value = 'localhost';
            input.form.requestSubmit();
            """
        )
        let listed = "document.querySelector('[aria-label=\"Remove the breakpoint localhost\"]') !== null"
        #expect(try browser.waits(for: "true", listed) == "true")
        let url = "https://localhost:\(bench.server.port)"
        let curl = try bench.start("curl", ["-sS", "-o", "got", "-w", "%{http_code}", "\(url)/missing"])
        let held = "document.querySelectorAll('#held li').length"
        #expect(try browser.waits(for: "1", held) == "1")
        try browser.picture("page-held")
        #expect(try PageAudit.complaints(browser) == [])
        _ = try browser.run("document.querySelectorAll('#held button')[1].click()")
        let isOpen = "document.querySelector('dialog').open"
        #expect(try browser.waits(for: "true", isOpen) == "true")
        let text = "document.querySelector('dialog textarea').value"
        #expect(try browser.text(text).hasPrefix("GET \(url)/missing\n"))
        // What cannot be sent is told, and nothing is lost.
        _ = try browser.run("\(text) = 'GET'; document.querySelectorAll('dialog button')[1].click()")
        let told = "document.querySelector('dialog [role=alert]').textContent.includes('line 1')"
        #expect(try browser.waits(for: "true", told) == "true")
        _ = try browser.run(
            "\(text) = 'GET \(url)/a.bin\\n\\n'; document.querySelectorAll('dialog button')[1].click()"
        )
        #expect(try browser.waits(for: "false", isOpen) == "false")
        let output = try curl.finish()
        #expect(output.output == "200", "\(output.errors)")
        #expect(try Data(contentsOf: URL(filePath: bench.folder.file("got"))).count == 300_000)
        #expect(try browser.waits(for: "0", held) == "0")
        #expect(try browser.complaints().filter { !$0.contains("409") } == [])
    }

    @Test(arguments: [false, true])
    func `shows active transfers above the list until they end`(_ dark: Bool) throws {
        let bench = try InterceptingProxy("--ui-port", "0", "--set", "link.down.rate=1Mbit/s")
        let browser = try Browser(dark: dark)
        try browser.open(try bench.pageLink())
        let section = "document.getElementById('underway')"
        #expect(try browser.waits(for: "true", "\(section).hidden") == "true")
        // 5 MB over 1 Mbit/s take 40 s, so the transfer outlasts what the browser does on a busy machine.
        try Data(repeating: 7, count: 5_000_000).write(to: URL(filePath: bench.folder.file("site/big.bin")))
        let url = "https://localhost:\(bench.server.port)/big.bin?%3Cscript%3E"
        let curl = try bench.start("curl", ["-sS", "-o", "got", url])
        let rows = "[...\(section).querySelectorAll('[role=row]:not([hidden])')]"
        try #require(try browser.waits(for: "1", "\(rows).length") == "1")
        #expect(try browser.waits(for: "receiving", "\(rows)[0].children[8].textContent") == "receiving")
        #expect(try browser.text("\(rows)[0].children[3].textContent") == "/big.bin?%3Cscript%3E")
        #expect(try browser.text("\(section).querySelector('h2').textContent") == "1 under way")
        let size = "\(rows)[0].children[6].textContent"
        let before = try browser.text(size)
        try browser.picture("page-underway\(dark ? "-dark" : "")")
        #expect(Waiting.until(seconds: 10) { (try? browser.text(size)) != before })
        #expect(try bench.tell("throttle", "none").status == 0)
        #expect(try curl.finish().status == 0)
        #expect(try browser.waits(for: "1 exchange", Self.count) == "1 exchange")
        #expect(try browser.waits(for: "true", "\(section).hidden") == "true")
        let ended = "document.querySelectorAll('.space [role=row]:not([hidden])').length"
        #expect(try browser.text(ended) == "1")
        #expect(try browser.complaints() == [])
    }
}
