import Foundation
import TestSupport
import Testing

extension Alone {
    /// What the page offers beside the list of a proxy's exchanges: requests written there, saved sessions, servers.
    @Suite(
        .timeLimit(.minutes(3)),
        .enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver")
    )
    struct `The page of exchanges` {
        private static let count = "document.getElementById('count').textContent"
        private static let rows = "[...document.querySelectorAll('.space [role=row]:not([hidden])')]"
        private static let textarea = "document.querySelector('dialog textarea').value"
        private static let notice = "document.getElementById('notice').textContent"
        private static let chosen =
            "document.querySelector('.space [aria-selected=true]')?.children[3].textContent"

        private func press(_ name: String, in place: String, _ browser: Browser) throws {
            _ = try browser.run(
                "[...document.querySelectorAll('\(place) button')].find(b => b.textContent === '\(name)').click()"
            )
        }

        /// The first line of what a program prints, once it is there.
        private func firstLine(_ program: RunningProgram) throws -> String {
            _ = Waiting.until { program.output.contains("\n") || !program.isRunning }
            return String(try #require(program.output.split(separator: "\n").first))
        }

        @Test func `a request is composed, sent through the proxy and shown`() throws {
            let bench = try InterceptingProxy("--ui-port", "0")
            let browser = try Browser()
            try browser.open(try bench.pageLink())
            let compose = "document.getElementById('compose')"
            #expect(try browser.waits(for: "false", "\(compose).hidden") == "false")
            _ = try browser.run("\(compose).click()")
            let url = "https://localhost:\(bench.server.port)"
            // A wrong line is told, and the text stays.
            _ = try browser.run("\(Self.textarea) = 'GET \(url)/a.bin\\nX-Test 1\\n\\n'")
            try press("Send", in: "dialog", browser)
            let isTold = "document.querySelector('dialog [role=alert]').textContent.includes('line 2')"
            #expect(try browser.waits(for: "true", isTold) == "true")
            _ = try browser.run("\(Self.textarea) = 'GET \(url)/a.bin\\nX-Test: 1\\n\\n'")
            try browser.picture("page-compose")
            #expect(try PageAudit.complaints(browser) == [])
            try press("Send", in: "dialog", browser)
            let shown = try browser.waits(for: "/a.bin", Self.chosen)
            let told = try browser.text(Self.notice)
            #expect(shown == "/a.bin", "\(told)")
            #expect(try browser.waits(for: "false", "document.querySelector('dialog').open") == "false")
            #expect(try browser.text(Self.notice).hasPrefix("200 OK after "))
            _ = try browser.run("document.getElementById('tab-Request').click()")
            let panel = "document.getElementById('tab-panel').textContent"
            _ = Waiting.until(seconds: 3) { (try? browser.text(panel))?.contains("X-Test") == true }
            #expect(try browser.text(panel).contains("X-Test"))
            // The same once more, changed.
            _ = try browser.run("document.getElementById('tab-Overview').click()")
            try press("Edit and send", in: "#details", browser)
            let past = "\(Self.textarea).startsWith('GET \(url)/a.bin\\n')"
            #expect(try browser.waits(for: "true", past) == "true")
            _ = try browser.run("\(Self.textarea) = \(Self.textarea).replace('a.bin', 'missing')")
            try press("Send", in: "dialog", browser)
            #expect(try browser.waits(for: "/missing", Self.chosen) == "/missing")
            #expect(try browser.text(Self.notice).hasPrefix("404 "))
            #expect(try browser.complaints().filter { !$0.contains("400") } == [])
        }

        @Test func `a composed request can be held at a breakpoint without blocking the page`() throws {
            let bench = try InterceptingProxy("--ui-port", "0")
            _ = try bench.tell("breakpoint", "localhost", "--request")
            let browser = try Browser()
            try browser.open(try bench.pageLink())
            let compose = "document.getElementById('compose')"
            #expect(try browser.waits(for: "false", "\(compose).hidden") == "false")
            _ = try browser.run("\(compose).click()")
            _ = try browser.run("\(Self.textarea) = 'GET https://localhost:\(bench.server.port)/a.bin\\n\\n'")
            try press("Send", in: "dialog", browser)
            #expect(try browser.waits(for: "1", "document.querySelectorAll('#held li').length") == "1")
            #expect(try browser.waits(for: "false", "document.querySelector('dialog').open") == "false")
            try press("Continue", in: "#held", browser)
            #expect(try browser.waits(for: "/a.bin", Self.chosen) == "/a.bin")
            #expect(try browser.complaints() == [])
        }

        @Test func `a saved session can be opened with its contents`() throws {
            let bench = try InterceptingProxy("--save", "session.har")
            let png =
                "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADklEQVR4nGP4z8AARAAM+QH/Q8qUKQAAAABJRU5ErkJggg=="
            try #require(Data(base64Encoded: png)).write(to: URL(filePath: bench.folder.file("site/dot.png")))
            for path in ["a.bin", "dot.png", "missing"] {
                let url = "https://localhost:\(bench.server.port)/\(path)"
                _ = try bench.run("curl", ["-sSo", "/dev/null", url])
            }
            bench.proxy.signal(SIGINT)
            _ = try bench.proxy.finish()
            let words = ["proxy", "open", "session.har", "--ui-port", "0"]
            let shown = try Program(Netlab.path, words, in: bench.folder.path).start()
            let browser = try Browser()
            try browser.open(try firstLine(shown))
            #expect(try browser.waits(for: "3 exchanges", Self.count) == "3 exchanges")
            #expect(
                try browser.text("\(Self.rows).map(r => r.children[3].textContent)")
                    == "/a.bin,/dot.png,/missing"
            )
            #expect(try browser.text("document.getElementById('kind').textContent") == "session.har")
            for hidden in ["throughput", "follow", "settings", "compose"] {
                #expect(
                    try browser.text("document.getElementById('\(hidden)').hidden") == "true",
                    "\(hidden)"
                )
            }
            _ = try browser.run("\(Self.rows)[1].click(); document.getElementById('tab-Response').click()")
            let image = "document.querySelector('img.content')?.naturalWidth"
            #expect(try browser.waits(for: "2", image) == "2")
            _ = try browser.run("\(Self.rows)[0].click(); document.getElementById('tab-Timing').click()")
            let phases = try browser.text("document.querySelector('#details tbody').textContent")
            #expect(phases.contains("TLS handshake") && phases.contains("Latency"), "\(phases)")
            try browser.picture("page-saved")
            #expect(try PageAudit.complaints(browser) == [])
            // A saved session takes no commands, and says so.
            #expect(try browser.complaints().filter { !$0.contains("404") } == [])
            shown.signal(SIGINT)
            #expect(try shown.finish().status == 0)
        }

        /// A session of so many exchanges.
        private func session(of count: Int) -> String {
            let entries = (0..<count).map { number in
                let second =
                    "2026-01-01T00:\(String(format: "%02d:%02d.%03d", number / 600 % 60, number / 10 % 60, number % 10))Z"
                return """
                    { "startedDateTime": "\(second)", "time": 40, "request": { "method": "GET", \
                    "url": "https://example.com/images/\(number).jpg", "httpVersion": "HTTP/1.1", "headers": [], "queryString": [], \
                    "cookies": [], "headersSize": 90, "bodySize": 0 }, "response": { "status": 200, "statusText": "OK", \
                    "httpVersion": "HTTP/1.1", "headers": [], "cookies": [], "content": { "size": 3000, "mimeType": "image/jpeg" }, \
                    "redirectURL": "", "headersSize": 150, "bodySize": 3000 }, "cache": {}, \
                    "timings": { "send": 1, "wait": 30, "receive": 9 } }
                    """
            }
            return
                #"{ "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [\#(entries.joined(separator: ","))] } }"#
        }

        @Test func `ten thousand exchanges paint within a second and scroll at fifty frames per second`()
            throws
        {
            let folder = try ScratchFolder()
            try folder.write("many.har", session(of: 10_000))
            let words = ["proxy", "open", "many.har", "--ui-port", "0"]
            let shown = try Program(Netlab.path, words, in: folder.path).start()
            defer { shown.signal(SIGINT) }
            let browser = try Browser()
            let (waiting, began) = (CalmMachine.waiting, ContinuousClock.now)
            try browser.open(try firstLine(shown))
            #expect(try browser.waits(for: "10000 exchanges", Self.count) == "10000 exchanges")
            let painted = try browser.text(
                "performance.getEntriesByName('first-contentful-paint')[0].startTime"
            )
            let scrolling = """
                const list = document.querySelector('.scroller');
                list.scrollTop = 0;
                return new Promise((done) => {
                  const start = performance.now();
                  let frames = 0;
                  const step = () => {
                    frames += 1;
                    list.scrollTop += 480;
                    const time = performance.now() - start;
                    if (time < 2000) requestAnimationFrame(step); else done(frames / time * 1000);
                  };
                  requestAnimationFrame(step);
                });
                """
            let frames = try #require(try browser.run(scrolling) as? Double)
            // It has really moved.
            #expect(try browser.text("document.querySelector('.scroller').scrollTop > 20000") == "true")
            #expect(try browser.text("Number(\(Self.rows)[0].children[0].textContent) > 800") == "true")
            let firstPaint = try #require(Double(painted))
            if firstPaint >= 1000 || frames < 50, let before = waiting, let after = CalmMachine.waiting {
                let share = Double(after - before) / 1e6 / ((ContinuousClock.now - began) / .seconds(1))
                if share > 0.3 {
                    try Test.cancel(
                        "\(frames) frames/s; programs waited for a processor \(Int(share * 100)) % of the time"
                    )
                }
            }
            #expect(firstPaint < 1000)
            #expect(frames >= 50)
            // A saved session takes no commands, and says so.
            #expect(try browser.complaints().filter { !$0.contains("404") } == [])
        }

        /// Chooses another profile for the server's line, and one that a line of byte streams cannot be.
        private func changeLine(of server: RunningProgram, in browser: Browser) throws {
            let choose = { (profile: String) in
                "const c = document.querySelector('#panel select'); c.value = '\(profile)'; "
                    + "c.dispatchEvent(new Event('change'))"
            }
            let words = "document.querySelector('#panel p').textContent.split(';')[0]"
            _ = try browser.run("document.getElementById('settings').click()")
            #expect(try browser.waits(for: "profile nlc/dsl", words) == "profile nlc/dsl")
            _ = try browser.run(choose("nlc/3g"))
            #expect(try browser.waits(for: "profile nlc/3g", words) == "profile nlc/3g")
            #expect(Waiting.until(seconds: 5) { server.errors.contains("the line is now profile nlc/3g") })
            _ = try browser.run(choose("nlc/loss-100"))
            let refusal = "\(Self.notice).includes('loss')"
            #expect(try browser.waits(for: "true", refusal) == "true")
            #expect(try browser.text(words) == "profile nlc/3g")
            #expect(try browser.waits(for: "", "document.querySelector('#panel select').value") == "")
        }

        @Test func `a server shows its exchanges, and its link can be changed`() throws {
            let folder = try ScratchFolder()
            try Data(repeating: 120, count: 30_000).write(to: URL(filePath: folder.file("a.bin")))
            let words = ["serve", ".", "--ui-port", "0", "--profile", "dsl"]
            let server = try Program(Netlab.path, words, in: folder.path).start()
            let url = try firstLine(server)
            _ = Waiting.until { server.errors.contains("?token=") || !server.isRunning }
            let link = server.errors.split { " \n".contains($0) }.first { $0.contains("?token=") }
            let browser = try Browser()
            try browser.open(String(try #require(link)))
            let curl = try #require(Program.find("curl"))
            for path in ["a.bin", "missing"] {
                let words = ["-sSo", "/dev/null", "-H", "X-Test: <b>", "\(url)\(path)"]
                _ = try Program(curl, words, in: folder.path).run()
            }
            #expect(try browser.waits(for: "2 exchanges", Self.count) == "2 exchanges")
            #expect(try browser.text("\(Self.rows).map(r => r.children[4].textContent)") == "200,404")
            _ = try browser.run("\(Self.rows)[0].click(); document.getElementById('tab-Request').click()")
            let panel = "document.getElementById('tab-panel').textContent"
            _ = Waiting.until(seconds: 3) { (try? browser.text(panel))?.contains("X-Test<b>") == true }
            #expect(try browser.text(panel).contains("X-Test<b>"))
            try changeLine(of: server, in: browser)
            try browser.picture("page-serve")
            #expect(try PageAudit.complaints(browser) == [])
            #expect(try browser.complaints().filter { !$0.contains("409") } == [])
            // 30 kB take a quarter of a second over this line, and a seventh over the one before.
            let timed = try Program(curl, ["-sSo", "/dev/null", "-w", "%{time_total}", "\(url)a.bin"]).run()
            #expect(try #require(Double(timed.output)) > 0.3)
            server.signal(SIGINT)
            #expect(try server.finish().status == 0)
        }
    }
}
