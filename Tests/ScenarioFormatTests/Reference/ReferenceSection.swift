import ScenarioFormat

/// A kind of mapping in a scenario, with one place where it stands.
struct ReferenceSection {
    var kind: SectionKind
    /// Where it stands, as people write the place.
    var place: String
    /// YAML around the mapping's entries; they stand in place of `@`, on lines of their own.
    var template: String
    /// Entries without which the decoder does not read the others.
    var companions: [String: String] = [:]
    /// Keys that need other companions than the rest.
    var special: [String: [String: String]] = [:]
    /// What the decoder takes where a wrong word does not make it say so.
    var said: [String: String] = [:]

    init(
        _ kind: SectionKind,
        _ place: String,
        _ template: String,
        with companions: [String: String] = [:],
        special: [String: [String: String]] = [:],
        said: [String: String] = [:]
    ) {
        self.kind = kind
        self.place = place
        self.template = template
        self.companions = companions
        self.special = special
        self.said = said
    }

    /// The scenario with this entry, and the number of its line.
    func scenario(_ key: String, _ value: String) -> (text: String, line: Int) {
        let others = (special[key] ?? companions).filter { $0.key != key }.sorted { $0.key < $1.key }
        let end = kind == .scenario ? "" : ","
        let entries = others.map { "\($0.key): \($0.value)\(end)" } + ["\(key): \(value)"]
        let text = "netlab: 1\n" + template.replacing("@", with: "\n\(entries.joined(separator: "\n"))\n")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return (text, (lines.lastIndex { $0 == "\(key): \(value)" } ?? 0) + 1)
    }
}
