package import Analysis
package import Runs

/// A run as one page for a browser: it needs no network and no other file.
package struct RunPage {
    /// In the run's folder.
    package static let fileName = "report.html"
    private let data: RunPageData

    /// `link` is the line's log, empty if it is not known.
    package init(_ explanation: RunExplanation, link: [LinkLogEntry]) {
        data = RunPageData(explanation, link: link)
    }

    package var bytes: [UInt8] {
        PageFile(
            title: data.title,
            elsewhere: "result.json beside it holds the same figures.",
            scripts: [
                PackageResources.charts_js, PackageResources.waterfall_js, PackageResources.sequence_js,
                PackageResources.report_js,
            ],
            data: data.json
        ).bytes
    }
}
