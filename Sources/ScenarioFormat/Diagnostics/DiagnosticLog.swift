/// Collects the faults of one file while it is read, so that all are reported together.
final class DiagnosticLog {
    /// Enough for an author to repair, and a bound on the work that a hostile file can cause.
    static let limit = 100

    let file: String
    /// What the file is, in a sentence: `a scenario`.
    let subject: String
    private(set) var source: SourceText
    private(set) var diagnostics: [ScenarioDiagnostic] = []
    private var seen: Set<ScenarioDiagnostic> = []
    private(set) var unlisted = 0
    /// Number of reports, repeated ones included.
    private(set) var reports = 0

    init(file: String, of subject: String = "a scenario", source: SourceText = SourceText("")) {
        self.file = file
        self.subject = subject
        self.source = source
    }

    var isFull: Bool { diagnostics.count >= Self.limit }
    var isEmpty: Bool { diagnostics.isEmpty }

    func read(_ source: SourceText) { self.source = source }

    /// Reports a fault at a place; `meant` is a likely replacement for the word there, `among` are the valid
    /// ones.
    func report(
        _ message: @autoclosure () -> String,
        at span: SourceSpan,
        word: String? = nil,
        among: [String] = []
    ) {
        reports += 1
        guard !isFull else {
            unlisted += 1
            return
        }
        let suggestion = word.flatMap { Spelling.nearest(to: $0, among: among) }
        if let flag = span.flag {
            add(ScenarioDiagnostic(file: flag, message: message(), suggestion: suggestion))
        } else {
            add(
                ScenarioDiagnostic(
                    file: file,
                    line: span.line,
                    column: span.column,
                    message: message(),
                    suggestion: suggestion,
                    sourceLine: source.line(span.line)
                )
            )
        }
    }

    /// Reports a fault without a line.
    func report(_ message: String) {
        add(ScenarioDiagnostic(file: file, message: message))
    }

    private func add(_ diagnostic: ScenarioDiagnostic) {
        // A matrix reads the same lines once per combination.
        if seen.insert(diagnostic).inserted { diagnostics.append(diagnostic) }
    }

    /// The faults: flags first, then by place.
    var error: ScenarioError {
        let sorted = diagnostics.enumerated().sorted { a, b in
            (a.element.line ?? 0, a.element.column ?? 0, a.offset)
                < (b.element.line ?? 0, b.element.column ?? 0, b.offset)
        }
        return ScenarioError(diagnostics: sorted.map(\.element), unlisted: unlisted)
    }
}
