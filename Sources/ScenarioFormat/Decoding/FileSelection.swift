import Scenarios

/// Finds the files meant by a name, a pattern or `all` in a step.
struct FileSelection {
    let names: [String]
    private let known: Set<String>
    /// Files by URL, which may replace their names.
    private let urls: [String: String]
    private let log: DiagnosticLog

    init(_ files: [HostedFile], isEncrypted: Bool, log: DiagnosticLog) {
        names = files.map(\.name)
        known = Set(names)
        urls = Dictionary(files.map { ($0.url(isEncrypted: isEncrypted), $0.name) }) { first, _ in first }
        self.log = log
    }

    /// The files; for a pattern and `all`, in the origin's order. Empty if there are none, with the reason in
    /// the log.
    func files(named text: String, at span: SourceSpan, allowingAll: Bool = false) -> [String] {
        if allowingAll, text == "all" { return names }
        if known.contains(text) { return [text] }
        if let name = urls[text] { return [name] }
        if case .range(let range) = FileNameRange.read(text) {
            let missing = range.names.first { !known.contains($0) }
            guard let missing else { return range.names }
            log.report(
                "no file \(missing.quoted) in `origin.files`: \(text.quoted) needs all of its range, "
                    + "`*` takes the files that exist",
                at: span
            )
            return []
        }
        if text.contains("*") || text.contains("?") {
            let pattern = PathPattern(text)
            let found = names.filter { pattern.matches($0) }
            if found.isEmpty { log.report("no file matches \(text.quoted)", at: span) }
            return found
        }
        // If the whole origin is wrong, that is already reported.
        if !names.isEmpty {
            log.report("no file \(text.quoted) in `origin.files`", at: span, word: text, among: names)
        }
        return []
    }
}
