import Foundation
import TestSupport
import Testing

/// The page of `netlab run --ui` in a real browser.
@Suite(
    .timeLimit(.minutes(4)),
    .serialized,
    .enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver")
)
struct `The page of runs` {
    private static let count = "document.getElementById('count').textContent"
    private static let rows = "[...document.querySelectorAll('.space [role=row]:not([hidden])')]"
    private static let numbers = "\(rows).map(r => r.children[0].textContent + r.children[3].textContent)"
    private static let news = "document.querySelector('#news span').textContent"
    private static let panel = "document.getElementById('tab-panel').textContent"
    private static let link = "document.querySelector('#news a')"
    private static let scenario = """
        netlab: 1
        name: short
        link: { profile: nlc/dsl }
        origin:
          files:
            a.jpg: { image: jpeg, size: 20 kB }
            b.jpg: { image: jpeg, size: 500 kB }
        steps:
          - { name: first, fetch: [ a.jpg ] }
          - wait: 6 s
          - { name: second, fetch: [ b.jpg ] }
        """

    private func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try Self.scenario.write(toFile: folder.file("short.yaml"), atomically: true, encoding: .utf8)
        return folder
    }

    private func start(_ words: [String], in folder: ScratchFolder) throws -> RunningProgram {
        try Program(Netlab.path, words, in: folder.path).start()
    }

    private func link(_ program: RunningProgram) throws -> String {
        _ = Waiting.until { program.errors.contains("?token=") || !program.isRunning }
        let link = program.errors.split { " \n".contains($0) }.first { $0.contains("?token=") }
        return String(try #require(link, "\(program.errors)"))
    }

    /// The second transfer takes two seconds, and is a row above the list meanwhile.
    private func checkUnderWay(_ browser: Browser) throws {
        let section = "document.getElementById('underway')"
        let cells = "[...\(section).querySelectorAll('[role=row]:not([hidden])')].map(r => r.children"
        let path = "\(cells)[3].textContent)"
        #expect(Waiting.until(seconds: 15) { (try? browser.text(path)) == "/b.jpg" })
        #expect(try browser.text("\(cells)[2].textContent)") == "origin.netlab.test")
        #expect(try browser.text("\(cells)[8].textContent)") == "receiving")
        #expect(try browser.text("\(section).querySelector('h2').textContent") == "1 under way")
        #expect(try PageAudit.complaints(browser) == [])
        try browser.picture("page-run-underway")
        #expect(try browser.waits(for: "2 exchanges", Self.count) == "2 exchanges")
        #expect(try browser.waits(for: "true", "\(section).hidden") == "true")
    }

    private func waitForEnd(of run: RunningProgram) {
        _ = Waiting.until(seconds: 90) {
            run.errors.contains("the page stays until Ctrl-C") || !run.isRunning
        }
    }

    /// The finished run's page: all phases, the ledger, and the run's report.
    private func checkFinished(_ browser: Browser) throws {
        _ = try browser.run("\(Self.rows)[1].click()")
        let isThere = "document.getElementById('tab-Ledger').hidden"
        #expect(try browser.waits(for: "false", isThere) == "false")
        #expect(try browser.text(Self.panel).contains("second"))
        _ = try browser.run("document.getElementById('tab-Ledger').click()")
        #expect(try browser.text(Self.panel).contains("payload: the line carried their bodies"))
        #expect(try browser.text("document.querySelectorAll('.ledger .cause').length > 2") == "true")
        try browser.picture("page-run")
        #expect(try PageAudit.complaints(browser) == [])
        // It takes no commands, and says so.
        #expect(try browser.complaints().filter { !$0.contains("404") } == [])
        try browser.open(try browser.text("\(Self.link).href"))
        #expect(try browser.waits(for: "true", "document.querySelector('h1') !== null") == "true")
        #expect(try browser.text("document.querySelector('h1').textContent").hasPrefix("short: "))
        #expect(try browser.text("window.origin") == "null")
        #expect(try browser.complaints().filter { !$0.contains("404") } == [])
    }

    @Test func `fills while transfers end, and keeps the finished run until Ctrl-C`() throws {
        let folder = try folder()
        let browser = try Browser()
        let words = ["run", "short.yaml", "--ui-port", "0", "--clock", "real", "--json"]
        let run = try start(words + ["-o", "run"], in: folder)
        try browser.open(try link(run))
        #expect(try browser.waits(for: "1 exchange", Self.count) == "1 exchange")
        #expect(try browser.text(Self.news) == "short is under way.")
        #expect(try browser.text(Self.numbers) == "1/a.jpg")
        #expect(!FileManager.default.fileExists(atPath: folder.file("run/result.json")))
        try checkUnderWay(browser)
        waitForEnd(of: run)
        #expect(run.isRunning, "\(run.errors)")
        #expect(try browser.waits(for: "All runs are over.", Self.news) == "All runs are over.")
        #expect(try browser.text(Self.numbers) == "1/a.jpg,2/b.jpg")
        try checkFinished(browser)
        run.signal(SIGINT)
        let ended = try run.finish()
        // The run's own status: 3 on a machine too busy to be trusted.
        #expect([0, 3].contains(ended.status), "\(ended.errors)")
        let document = try JSONSerialization.jsonObject(with: Data(ended.output.utf8)) as? [String: Any]
        #expect(document?["scenario"] as? String == "short")
    }

    @Test func `lists the runs of a series one after the other`() throws {
        let folder = try folder()
        let browser = try Browser()
        let words = ["run", "short.yaml", "--ui-port", "0", "--clock", "real", "-q"]
        let run = try start(words + ["--repeat", "2", "-o", "runs"], in: folder)
        try browser.open(try link(run))
        waitForEnd(of: run)
        #expect(try browser.waits(for: "4 exchanges", Self.count) == "4 exchanges")
        let titles = "[...document.querySelectorAll('#news a')].map(a => a.textContent)"
        let told = "Report of short,Report of short (run 2)"
        #expect(try browser.waits(for: told, titles) == told)
        #expect(try browser.text(Self.numbers) == "1/a.jpg,2/b.jpg,3/a.jpg,4/b.jpg")
        run.signal(SIGINT)
        #expect([0, 3].contains(try run.finish().status))
    }

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "needs a guest kernel: make virtual-kernel"))
    func `is filled when a run in virtual time ends`() throws {
        let folder = try folder()
        let browser = try Browser()
        let words = ["run", "short.yaml", "--ui-port", "0", "--clock", "virtual", "-o", "run"]
        let run = try start(words, in: folder)
        try browser.open(try link(run))
        waitForEnd(of: run)
        #expect(try browser.waits(for: "2 exchanges", Self.count) == "2 exchanges")
        #expect(run.output.contains("short"))
        try checkFinished(browser)
        run.signal(SIGINT)
        #expect(try run.finish().status == 0)
    }

    @Test func `ends together with an interrupted run`() throws {
        let folder = try folder()
        let words = ["run", "short.yaml", "--ui-port", "0", "--clock", "real", "--link", "stream"]
        let run = try start(words, in: folder)
        _ = try link(run)
        _ = Waiting.until { run.errors.contains("theory predicts") || !run.isRunning }
        run.signal(SIGINT)
        let ended = try run.finish()
        #expect(ended.status == 130 && !ended.errors.contains("the page stays"), "\(ended.errors)")
    }
}
