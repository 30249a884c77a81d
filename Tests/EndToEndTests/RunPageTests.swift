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
    func `draws each transfer, the line and its connections`(_ name: String, _ dark: Bool) throws {
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
        let range = "document.querySelector('#report .tools span').textContent"
        let whole = try browser.text(range)
        _ = try browser.run("document.querySelector('[aria-label=\"Zoom in\"]').click()")
        #expect(try browser.text(range) != whole)
        _ = try browser.run("document.querySelector('[aria-label=\"The whole run\"]').click()")
        #expect(try browser.text(range) == whole)
        #expect(try browser.complaints() == [])
    }

    @Test func `is made again from the run's folder`() throws {
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
                && pipeline.output.hasPrefix("TAP version 14\n1..8\nok 1 - fairness: the run\n")
        )
        let none = try Program(Netlab.path, ["report", folder.path]).run()
        #expect(none.status == 2 && none.errors.contains("nothing of a run is left here"))
    }
}
