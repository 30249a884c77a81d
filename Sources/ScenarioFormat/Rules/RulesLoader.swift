package import Forwarding

/// The bytes of a file of rules -> the rules, or all their faults.
package enum RulesLoader {
    static let keys = ["rules"]

    /// Whether the text has a key `rules` at its top, as no scenario has.
    package static func isMeant(_ text: [UInt8]) -> Bool {
        YAMLText.hasKey("rules", atTopOf: text)
    }

    /// `file` names the text in diagnostics. Paths in it are relative to its folder.
    package static func load(text bytes: [UInt8], file: String) throws(ScenarioError) -> ProxyRules {
        let log = DiagnosticLog(file: file, of: "a file of rules")
        guard let text = YAMLText.decode(bytes, log: log) else { throw log.error }
        guard let root = YAMLTree.read(text, log: log), !root.isNull else {
            if log.isEmpty { log.report("the file is empty: a file of rules begins with `rules:`") }
            throw log.error
        }
        let rules = decode(root, RuleDecoder(values: ValueReader(log: log), folder: folder(of: file)))
        guard log.isEmpty else { throw log.error }
        return ProxyRules(rules)
    }

    /// With a slash at its end; empty for the working folder.
    private static func folder(of file: String) -> String {
        file.lastIndex(of: "/").map { String(file[...$0]) } ?? ""
    }

    private static func decode(_ root: YAMLNode, _ rules: RuleDecoder) -> [ProxyRule] {
        let values = rules.values
        guard let section = Section(root, "the file", keys: keys, values: values), section.require("rules"),
            let node = section["rules"]
        else { return [] }
        guard case .sequence(let items) = node.content else {
            values.log.report("`rules` takes a list of rules, not \(node.description)", at: node.span)
            return []
        }
        return items.compactMap { rules.decode($0) }
    }
}
