import Programs
import Reports

extension GitHubWorkflow {
    /// The same of a comparison with earlier runs.
    func tell(_ report: RunComparisonReport, file: String?, on console: Console) {
        let annotations = report.annotations(file: file.map(place))
        if !annotations.isEmpty { console.note(Array(annotations.utf8)) }
        append(report.summary, on: console)
    }
}
