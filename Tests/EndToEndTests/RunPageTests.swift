import Foundation
import TestSupport
import Testing

/// A run's page in a real browser.
@Suite(
    .enabled(if: Netlab.isRoot, "needs root"),
    .enabled(if: Browser.isInstalled, "needs Debian's chromium and chromium-driver"),
    .serialized,
    .timeLimit(.minutes(5))
)
struct `A run's page` {
    @Test(arguments: [("fairness", false), ("etag-304", true), ("article-run-2", false)])
    func `draws each transfer, the link and its connections`(_ name: String, _ dark: Bool) throws {
        let run = try BundledRun.of(name, agreeing: false)
        let page = "\(run.path)/report.html"
        let size = try #require(FileManager.default.attributesOfItem(atPath: page)[.size] as? Int)
        #expect(size < 1_000_000)
        let browser = try Browser(dark: dark)
        try browser.open("file://\(page)")
        #expect(try browser.text("document.querySelector('h1').textContent").hasPrefix("\(name): "))
        let rows = try browser.text("document.querySelectorAll('.row').length")
        #expect(rows == String(run.result.transfers.count))
        // Each bar ends where its transfer does: its parts add up.
        _ = try browser.run("document.querySelector('.row').click()")
        #expect(
            try browser.text("document.querySelectorAll('.detail:not([hidden]) table').length >= 3") == "true"
        )
        let drawn = "[...document.querySelectorAll('.chart')].map(c => c.querySelectorAll('path').length > 0)"
        #expect(try browser.text(drawn) == "true,true,true,true")
        try browser.picture("report-\(name)")
        #expect(try PageAudit.complaints(browser) == [])
        let range = "document.querySelector('#report .tools span').textContent"
        let whole = try browser.text(range)
        _ = try browser.run("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        #expect(try browser.text(range) != whole)
        _ = try browser.run("document.querySelector('[aria-label=\"The whole run\"]').click()")
        #expect(try browser.text(range) == whole)
        #expect(try browser.complaints() == [])
    }

    /// Scenarios of one run that other tests make, too.
    private static let shared: Set = ["dsl", "etag-304", "fairness", "tiers", "article-run-2"]

    @Test(.enabled(if: !InstalledKernels.all.isEmpty, "takes minutes without a guest kernel"))
    func `is rendered for every bundled scenario`() throws {
        let list = try Program(Netlab.path, ["scenarios"]).run()
        let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
            .map(String.init)
        #expect(names.count >= 20)
        let browser = try Browser()
        for name in names where Self.shared.contains(name) {
            try check(name, try BundledRun.of(name, agreeing: false).path, browser)
        }
        // Two guests at a time, a processor each.
        let others = names.filter { !Self.shared.contains($0) }
        for first in stride(from: 0, to: others.count, by: 2) {
            let runs = try others[first...].prefix(2).map { name in
                let folder = try ScratchFolder()
                let words = ["run", name, "--clock", "virtual", "--quiet", "--out", folder.file("run")]
                return (name, folder, try Program(Netlab.path, words, in: folder.path).start())
            }
            for (name, folder, program) in runs {
                let output = try program.finish()
                let files = try FileManager.default.subpathsOfDirectory(atPath: folder.file("run"))
                let found = files.filter { $0.hasSuffix("report.html") }.min()
                let page = try #require(found, "\(name): \(output.status) \(output.errors)")
                let run = "\(folder.file("run"))/\(page)".dropLast("/report.html".count)
                try check(name, String(run), browser)
            }
        }
    }

    private func check(_ name: String, _ run: String, _ browser: Browser) throws {
        try browser.open("file://\(run)/report.html")
        #expect(try browser.text("document.querySelector('h1').textContent").contains(name))
        #expect(try browser.text("document.querySelectorAll('.row').length > 0") == "true", "\(name)")
        try browser.picture("report-\(name)")
        let complaints = try browser.complaints() + PageAudit.complaints(browser)
        #expect(complaints == [], "\(name)")
    }

    @Test func `is identical when made again from the run's folder`() throws {
        let run = try BundledRun.of("fairness", agreeing: false)
        let folder = try ScratchFolder()
        let words = ["report", run.path, "-o", folder.file("again.html")]
        let output = try Program(Netlab.path, words).run()
        #expect(output.status == 0 && output.output == "\(folder.file("again.html"))\n", "\(output.errors)")
        let first = try String(contentsOfFile: "\(run.path)/report.html", encoding: .utf8)
        let again = try String(contentsOfFile: folder.file("again.html"), encoding: .utf8)
        #expect(first == again)
        let pipeline = try Program(Netlab.path, ["report", run.path, "--report", "tap=-"]).run()
        #expect(
            pipeline.status == 0
                && pipeline.output.hasPrefix("TAP version 13\n1..8\nok 1 - fairness: the run\n")
        )
        let none = try Program(Netlab.path, ["report", folder.path]).run()
        #expect(none.status == 2 && none.errors.contains("this folder holds no run"))
    }
}
