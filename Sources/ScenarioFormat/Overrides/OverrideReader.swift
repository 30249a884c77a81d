/// Flags -> changes to the tree.
struct OverrideReader {
    let log: DiagnosticLog

    /// The place of a flag's faults: the flag itself.
    private static func span(_ override: ScenarioOverride) -> SourceSpan {
        SourceSpan(line: 1, column: 1, endLine: 1, endColumn: 1, flag: override.flag)
    }

    /// Applies `--profile` first: other flags change that line.
    func apply(_ overrides: [ScenarioOverride], to root: inout YAMLNode, _ matrix: inout ScenarioMatrix) {
        func isProfile(_ override: ScenarioOverride) -> Bool {
            if case .profile = override { true } else { false }
        }
        for override in overrides.filter(isProfile) + overrides.filter({ !isProfile($0) }) {
            apply(override, to: &root, &matrix)
        }
    }

    private func apply(_ override: ScenarioOverride, to root: inout YAMLNode, _ matrix: inout ScenarioMatrix)
    {
        let span = Self.span(override)
        func scalar(_ text: String) -> YAMLNode {
            YAMLNode(.scalar(YAMLScalar(text: text, style: .quoted)), span)
        }
        switch override {
        case .profile(let name):
            let profile = YAMLEntry(key: "profile", keySpan: span, value: scalar(name))
            set("link", YAMLNode(.mapping([profile]), span), in: &root, span)
            matrix.pin("link.profile", to: scalar(name))
        case .seed(let number):
            set("seed", scalar(number), in: &root, span)
            matrix.pin("seed", to: scalar(number))
        case .set(let text):
            guard let mark = text.firstIndex(of: "="), mark != text.startIndex else {
                log.report("write `--set KEY=VALUE`, as in `--set link.down.loss=1%`", at: span)
                return
            }
            let path = String(text[..<mark].filter { $0 != " " })
            guard let value = value(String(text[text.index(after: mark)...]), span) else { return }
            set(path, value, in: &root, span)
            matrix.pin(path, to: value)
        }
    }

    private func set(_ text: String, _ value: YAMLNode, in root: inout YAMLNode, _ span: SourceSpan) {
        guard let path = KeyPath(text), text != "matrix", !text.hasPrefix("matrix.") else {
            log.report("\(text.quoted) is not the path of a key", at: span)
            return
        }
        do throws(KeyPath.Problem) {
            try path.set(value, in: &root, span: span)
        } catch {
            log.report(error.message, at: span)
        }
    }

    /// The value as the scenario would read it; a pattern needs no quotes here.
    private func value(_ text: String, _ span: SourceSpan) -> YAMLNode? {
        let trimmed = text.drop { $0 == " " }
        if let first = trimmed.first, "[{\"'".contains(first) {
            guard let bytes = YAMLText.decode(Array(text.utf8), log: log) else { return nil }
            return YAMLTree.read(bytes, log: log, flag: span.flag)
        }
        guard !trimmed.isEmpty else {
            log.report("the value is missing", at: span)
            return nil
        }
        return YAMLNode(.scalar(YAMLScalar(text: String(trimmed), style: .plain)), span)
    }
}
