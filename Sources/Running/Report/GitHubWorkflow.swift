import LinuxIO
package import Programs
package import Reports

/// The step of a GitHub workflow that this program runs in.
package struct GitHubWorkflow: Hashable {
    /// Folder of the repository; nil if it is not known.
    private let repository: String?
    private let workingFolder: String
    /// File to which the step's summary is appended.
    private let summaryFile: String?

    /// The workflow of this process; nil outside of one, and in a guest, whose host reports.
    package static var own: GitHubWorkflow? {
        guard GuestOverrides.own == nil else { return nil }
        return GitHubWorkflow(
            Environment.variables,
            workingFolder: Folder.current.map { String(decoding: $0, as: UTF8.self) } ?? ""
        )
    }

    init?(_ variables: [String: String], workingFolder: String) {
        guard variables["GITHUB_ACTIONS"] == "true" else { return nil }
        func named(_ key: String) -> String? { variables[key].flatMap { $0.isEmpty ? nil : $0 } }
        repository = named("GITHUB_WORKSPACE")
        summaryFile = named("GITHUB_STEP_SUMMARY")
        self.workingFolder = workingFolder
    }

    /// A file's place in the repository, by which GitHub finds it; the file as named if it is elsewhere.
    func place(of file: String) -> String {
        let path = file.hasPrefix("/") ? file : "\(workingFolder)/\(file)"
        guard let repository else { return file }
        let root = repository.hasSuffix("/") ? repository : repository + "/"
        return path.hasPrefix(root) ? String(path.dropFirst(root.count)) : file
    }

    /// Prints the annotations, which GitHub reads from either stream, and appends the summary.
    package func tell(_ report: GitHubReport, printing: Bool, on console: Console) {
        let annotations = printing ? report.annotations : ""
        if !annotations.isEmpty { console.note(Array(annotations.utf8)) }
        append(report.summary, on: console)
    }

    func append(_ summary: String, on console: Console) {
        guard let summaryFile else { return }
        do throws(SystemCallError) {
            try WholeFile.append(summaryFile, Array(summary.utf8))
        } catch {
            console.warn("the summary of the workflow's step cannot be written: \(error)")
        }
    }
}

// MARK: Comparison

extension GitHubWorkflow {
    /// The same of a comparison with earlier runs.
    func tell(_ report: RunComparisonReport, file: String?, on console: Console) {
        let annotations = report.annotations(file: file.map(place))
        if !annotations.isEmpty { console.note(Array(annotations.utf8)) }
        append(report.summary, on: console)
    }
}
