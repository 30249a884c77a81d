extension Sequence<Expectation> {
    /// True if an expectation names the error or the status of such a transfer, whose failure then does not
    /// fail the run.
    package func allowFailure(of file: String, in step: String) -> Bool {
        contains { expectation in
            let subject = expectation.subject
            return subject.step == step && (subject.file ?? file) == file
                && ["error", "status", "wireStatus"].contains(subject.metric.name)
        }
    }
}
