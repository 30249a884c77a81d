extension Section {
    /// True if all these keys are present; reports the first missing one.
    func demands(_ keys: String...) -> Bool { demands(keys) }

    func demands(_ keys: [String]) -> Bool {
        guard let missing = keys.first(where: { !has($0) }) else { return true }
        log.report("`\(title)` needs a `\(missing)`", at: span)
        return false
    }

    /// The only one of these keys that is present. None or several are reported, with `rule` as the reason.
    func sole(of keys: [String], _ rule: String) -> String? {
        let said = keys.filter(has)
        guard let only = said.first, said.count == 1 else {
            let list = keys.map { "`\($0)`" }.joined(separator: ", ")
            if said.isEmpty {
                log.report("`\(title)` needs one of \(list): \(rule)", at: span)
            } else {
                let names = said.map { "`\($0)`" }.joined(separator: " and ")
                // The surplus key is the one written last, or on the command line.
                let last = said.map(keySpan).max { a, b in
                    (a.flag == nil ? 0 : 1, a.line, a.column) < (b.flag == nil ? 0 : 1, b.line, b.column)
                }
                log.report("\(names) together: \(rule)", at: last ?? span)
            }
            return nil
        }
        return only
    }

    /// `true` or `false`; nil if the key is missing or wrong.
    func flag(_ key: String) -> Bool? {
        self[key].flatMap { values.word($0, key, among: ["true", "false"]) }.map { $0 == "true" }
    }

    /// The place of the value under a key, or of one inside it; nil if it is missing.
    func place(_ key: String, _ inner: String? = nil) -> SourceSpan? {
        guard let node = self[key] else { return nil }
        guard let inner else { return node.span }
        return node.entries?.first { $0.key == inner }?.value.span ?? node.span
    }
}
