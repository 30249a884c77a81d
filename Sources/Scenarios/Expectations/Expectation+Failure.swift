extension Sequence<Expectation> {
    /// True where one of them names the error or the status of such a transfer: its failure is no failure of the run.
    package func allowFailure(of file: String, in step: String) -> Bool {
        contains { expectation in
            let subject = expectation.subject
            return subject.step == step && (subject.file ?? file) == file
                && [.error, .status, .wireStatus].contains(subject.metric)
        }
    }
}
