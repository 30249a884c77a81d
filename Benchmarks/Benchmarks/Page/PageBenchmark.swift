package import Experiments
import LinuxIO
package import Reports

/// What pages cost: a finished run's report, and the live page of a proxy while requests pass.
package struct PageBenchmark {
    /// Seconds of processor time for drawing a report.
    private static let drawing = 1.0
    /// How much dearer a request may be while a page is open.
    private static let watching = 1.05

    private let context: BenchmarkContext
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        context.showProgress("page: a run of \(ReportDrawing.transfers) transfers")
        guard let drawing = try ReportDrawing(context) else { return nil }
        let live = try context.alone("the live page") { _ in
            context.showProgress("page: a proxy with a page, and one without")
            return try watched()
        }
        context.clearProgress()
        guard let live else { return nil }
        return [
            BenchRow(
                "drawing the report of \(ReportDrawing.transfers) transfers, processor time",
                unit: "s",
                netlab: drawing.seconds,
                goal: .atMost(Self.drawing)
            ),
            BenchRow("its size", unit: "kB", netlab: drawing.kilobytes, goal: nil),
        ] + live
    }

    private func watched() throws -> [BenchRow] {
        guard let openssl = ToolRun(named: "openssl"), WebServer.nginx.tool != nil,
            ToolRun(named: "curl") != nil
        else {
            context.note("the live page (left out): nginx, openssl and curl are needed")
            return []
        }
        let site = try BenchSite()
        try site.makeCertificate(openssl)
        let costs = try WatchedCosts(site, turns: 6 * rounds)
        return [
            BenchRow(
                "a request at \(WatchedCosts.rate)/s while a full page is open",
                unit: "us",
                netlab: costs.watched.median,
                peer: costs.plain.median,
                peerName: "without a page",
                pairedRatio: PairedRatio(costs.watched, to: costs.plain),
                goal: .ratioAtMost(Self.watching)
            )
        ]
    }
}
