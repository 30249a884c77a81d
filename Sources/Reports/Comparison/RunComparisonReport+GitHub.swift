extension RunComparisonReport {
    /// An annotation for each complaint, as GitHub Actions reads it.
    package func annotations(file: String?) -> String {
        complaints.map { complaint in
            let command = WorkflowCommand(
                .error,
                file: file,
                title: "worse than \(names.before)",
                message: complaint
            )
            return command.text + "\n"
        }.joined()
    }

    /// A heading and a list for `$GITHUB_STEP_SUMMARY`.
    package var summary: String {
        let heading = MarkdownText.escaped("\(names.before) beside \(names.after)")
        let lines = complaints.isEmpty ? ["Nothing is worse."] : complaints.map(MarkdownText.escaped)
        return "### \(heading)\n\n" + lines.map { "- \($0)\n" }.joined() + "\n"
    }
}
