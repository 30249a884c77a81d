/// Finds the files that a name, a pattern or `all` in a step means.
struct FileSelection {
    let names: [String]
    private let known: Set<String>
    /// Files by their URLs, which can stand for their names.
    private let urls: [String: String]
    private let log: DiagnosticLog

    init(_ files: [HostedFile], isEncrypted: Bool, log: DiagnosticLog) {
        names = files.map(\.name)
        known = Set(names)
        urls = Dictionary(files.map { ($0.url(isEncrypted: isEncrypted), $0.name) }) { first, _ in first }
        self.log = log
    }

    /// The files in the origin's order for a pattern and `all`; empty, with the reason in the log, where there are none.
    func files(named text: String, at span: SourceSpan, allowingAll: Bool = false) -> [String] {
        if allowingAll, text == "all" { return names }
        if known.contains(text) { return [text] }
        if let name = urls[text] { return [name] }
        if text.contains("*") || text.contains("?") {
            let pattern = Array(text.unicodeScalars)
            let found = names.filter { Self.matches(Array($0.unicodeScalars), pattern) }
            if found.isEmpty { log.report("no file matches \(text.quoted)", at: span) }
            return found
        }
        // Where the origin is wrong as a whole, that has been said already.
        if !names.isEmpty {
            log.report("no file \(text.quoted) in `origin.files`", at: span, word: text, among: names)
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
