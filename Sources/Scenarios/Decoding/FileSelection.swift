/// Finds the files that a name, a pattern or `all` in a step means.
struct FileSelection {
    let files: [String]
    private let known: Set<String>
    private let log: DiagnosticLog

    init(files: [String], log: DiagnosticLog) {
        self.files = files
        self.known = Set(files)
        self.log = log
    }

    /// The files in the origin's order for a pattern and `all`; empty, with the reason in the log, where there are none.
    func files(named text: String, at span: SourceSpan, allowingAll: Bool = false) -> [String] {
        if allowingAll, text == "all" { return files }
        if known.contains(text) { return [text] }
        if text.contains("*") || text.contains("?") {
            let pattern = Array(text.unicodeScalars)
            let found = files.filter { Self.matches(Array($0.unicodeScalars), pattern) }
            if found.isEmpty { log.report("no file matches \(text.quoted)", at: span) }
            return found
        }
        // Where the origin is wrong as a whole, that has been said already.
        if !files.isEmpty {
            log.report("no file \(text.quoted) in `origin.files`", at: span, word: text, among: files)
        }
        return []
    }

    /// `*` stands for any characters but a slash, `?` for one.
    static func matches(_ name: [Unicode.Scalar], _ pattern: [Unicode.Scalar]) -> Bool {
        var (n, p) = (0, 0)
        var retry: (n: Int, p: Int)?
        while n < name.count {
            if p < pattern.count, pattern[p] == "*" {
                retry = (n, p)
                p += 1
            } else if p < pattern.count, pattern[p] == name[n] || (pattern[p] == "?" && name[n] != "/") {
                n += 1
                p += 1
            } else if let last = retry, name[last.n] != "/" {
                // The last star takes one character more.
                retry = (last.n + 1, last.p)
                n = last.n + 1
                p = last.p + 1
            } else {
                return false
            }
        }
        return pattern[p...].allSatisfy { $0 == "*" }
    }
}
