import Analysis
import JSON
import Reports
import Runs
import Testing
import Wire

@Suite struct RunComparisonReportTests {
    /// The sample with all times of the first step's small file multiplied.
    private func run(_ factor: Double = 1, virtual: Bool = false) -> RunResult {
        var result = SampleResult.dsl()
        result.outcome = .ok
        if virtual { result.link.clock = .virtual }
        result.transfers[0].duration = Int64(Double(result.transfers[0].duration) * factor)
        return result
    }

    private func report(
        _ before: [RunResult],
        _ after: [RunResult],
        tolerance: Double? = nil
    ) -> RunComparisonReport {
        RunComparisonReport(RunComparison(before, after), "old", "new", tolerance: tolerance)
    }

    @Test func `equal runs take two lines`() {
        let report = report([run(), run()], [run(), run()])
        #expect(report.isAlike && report.complaints.isEmpty)
        let text = report.document.text()
        #expect(text.hasPrefix("old beside new\n\n2 runs beside 2: "))
        #expect(text.contains("all equal"))
        #expect(text.split(separator: "\n").count == 2)
    }

    @Test func `a slowdown in virtual time is a sentence and a complaint`() {
        let report = report([run(virtual: true)], [run(1.125, virtual: true)])
        #expect(!report.isAlike)
        #expect(
            report.complaints == [
                "together: small.jpg: duration: slower by 12 % (not by chance)"
            ]
                || report.complaints == [
                    "together: small.jpg: duration: slower by 13 % (not by chance)"
                ]
        )
        #expect(report.document.text().contains("1 of which differ, 1 of them worse"))
        #expect(self.report([run(1.125, virtual: true)], [run(virtual: true)]).isAlike)
        #expect(self.report([run(virtual: true)], [run(1.125, virtual: true)], tolerance: 0.2).isAlike)
    }

    @Test func `repeated runs report a test with its p value and margin`() throws {
        let before = [1.00, 1.01, 1.02, 1.03, 1.04].map { run($0) }
        let after = [1.20, 1.21, 1.22, 1.23, 1.24].map { run($0) }
        let report = report(before, after)
        #expect(
            report.complaints == ["together: small.jpg: duration: slower by 20 % +- 2.9 % (p = 0.008)"],
            "\(report.complaints)"
        )
        let json = report.json
        #expect(
            json["schema"] == "netlab.diff/1" && json["alike"] == false.json && json["runsAfter"] == 5.json
        )
        let figures = json["figures"]?.elements ?? []
        let shown = figures.filter { $0["verdict"] == "shown" }
        #expect(shown.count == 1 && shown[0]["worse"] == true.json && shown[0]["metric"] == "duration")
        #expect(shown[0]["before"]?["runs"] == 5.json && shown[0]["file"] == "small.jpg")
        #expect(figures.filter { $0["verdict"] == "equal" }.count == figures.count - 1)
    }

    @Test func `an inconclusive comparison says so and suggests more runs`() {
        let single = report([run()], [run(1.5)])
        #expect(single.isAlike && single.document.text().contains("slower by 50 % (too few runs)"))
        #expect(single.document.text().contains("netlab run --repeat 5"))
        let same = report(
            [1, 1.02, 1.01, 1.03].map { run($0) },
            [1.005, 1.025, 1.015, 1.035].map { run($0) }
        )
        #expect(same.isAlike && same.document.text().contains("no difference can be shown (p = 0.69)"))
    }

    @Test func `a changed status is a sentence and makes the runs differ`() {
        var other = run()
        other.transfers[0].status = 404
        let report = report([run()], [other])
        #expect(!report.isAlike)
        #expect(report.complaints == ["together[small.jpg]: the status was 200 and is now 404."])
        #expect(
            report.annotations(file: "a.yaml").hasPrefix("::error file=a.yaml,title=worse than old::together")
        )
        #expect(report.summary.hasPrefix("### old beside new\n\n- together&#91;small.jpg&#93;: "))
    }

    @Test func `counts excluded runs`() {
        var bad = run()
        bad.outcome = .untrusted
        #expect(report([run(), bad], [run()]).document.text().contains("1 run left out"))
    }
}
