/// A mapping with a known set of keys, while it is read.
struct Section {
    let title: String
    let span: SourceSpan
    let values: ValueReader
    /// A handful: comparing is faster than hashing.
    private let entries: [YAMLEntry]

    /// Reports every unknown key. nil if the node is not a mapping.
    init?(_ node: YAMLNode, _ title: String, _ kind: SectionKind, values: ValueReader) {
        self.init(node, title, keys: kind.keys, later: kind.later, advice: kind.advice, values: values)
    }

    /// Reports keys in `later` as not supported yet, and those with an `advice` together with it.
    init?(
        _ node: YAMLNode,
        _ title: String,
        keys: [String],
        later: [String] = [],
        advice: @autoclosure () -> [String: String] = [:],
        values: ValueReader
    ) {
        self.title = title
        self.span = node.span
        self.values = values
        guard let entries = node.entries else {
            if !node.isRefused {
                let example = keys.prefix(2).joined(separator: ", ")
                values.log.report(
                    "\(title.quoted) takes a mapping (\(example), ...), not \(node.description)",
                    at: node.span
                )
            }
            return nil
        }
        var known: [YAMLEntry] = []
        for entry in entries {
            if keys.contains(entry.key) {
                known.append(entry)
            } else if later.contains(entry.key) {
                values.log.report("`\(entry.key)` is not implemented yet", at: entry.keySpan)
            } else if let advice = advice()[entry.key] {
                values.log.report(
                    "unknown key `\(entry.key)` in \(title.quoted): \(advice)",
                    at: entry.keySpan
                )
            } else {
                values.log.report(
                    "unknown key \(entry.key.quoted) in \(title.quoted)",
                    at: entry.keySpan,
                    word: entry.key,
                    among: keys + later
                )
            }
        }
        self.entries = known
    }

    var log: DiagnosticLog { values.log }
    var isEmpty: Bool { entries.isEmpty }

    /// The value under a key; nil if it is missing. A key without a value is reported.
    subscript(key: String) -> YAMLNode? {
        guard let entry = entry(key), !entry.value.isRefused else { return nil }
        if entry.value.isNull {
            log.report("`\(key)` has no value", at: entry.keySpan)
            return nil
        }
        return entry.value
    }

    func has(_ key: String) -> Bool { entry(key) != nil }

    func keySpan(_ key: String) -> SourceSpan { entry(key)?.keySpan ?? span }

    private func entry(_ key: String) -> YAMLEntry? { entries.last { $0.key == key } }

    /// The value under a key; nil if it is missing or wrong.
    func value<Value>(_ key: String, _ how: @autoclosure () -> Notation<Value>) -> Value? {
        self[key].flatMap { how().read(values, $0, key) }
    }
}

// MARK: Demands

extension Section {
    /// True if all these keys are present; reports the first missing one.
    func require(_ keys: String...) -> Bool { require(keys) }

    func require(_ keys: [String]) -> Bool {
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

    /// The place of the value under a key, or of one inside it; nil if it is missing.
    func place(_ key: String, _ inner: String? = nil) -> SourceSpan? {
        guard let node = self[key] else { return nil }
        return inner.map(node.place) ?? node.span
    }
}
