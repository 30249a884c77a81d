@testable import ScenarioFormat

/// Finds out what a key takes by giving it wrong values: the decoder's own errors say it.
struct KeyProbe {
    var section: ReferenceSection
    var key: String

    /// What it takes, in words; nil if the decoder says nothing of a wrong value.
    var takes: String? {
        if let said = section.said[key] { return said }
        var forms: [String] = []
        let complaint = complaint("'?'") ?? ""
        if let form = form(complaint) { forms.append(form) }
        if takesMapping, !complaint.contains("takes a mapping") { forms.append("a mapping") }
        guard !forms.isEmpty else { return nil }
        for word in ["unlimited", "none"]
        where !complaint.contains("`\(word)`") && self.complaint(word) == nil {
            forms.append("`\(word)`")
        }
        if let list = self.complaint("['?']"), !list.contains("not a list"),
            forms.allSatisfy({ !$0.contains("[") && !$0.contains("a list") })
        {
            forms.append("a list")
        }
        return forms.joined(separator: ", or ") + (bounds.map { "; \($0)" } ?? "")
    }

    /// The first error at the value; nil if there is none.
    private func complaint(_ value: String) -> String? {
        complaints(value).first
    }

    private func complaints(_ value: String) -> [String] {
        let (text, line) = section.scenario(key, value)
        do throws(ScenarioError) {
            _ = try ScenarioLoader.load(text: Array(text.utf8), file: "probe.yaml")
            return []
        } catch {
            return error.diagnostics.filter { $0.line == line }.map(\.message)
        }
    }

    private var takesMapping: Bool {
        complaints("{ '?': 1 }").contains { $0.hasPrefix("unknown key `?` in ") }
    }

    private func form(_ complaint: String) -> String? {
        if let units = complaint.between("is not a number with a unit (", ")") { return quantity(units) }
        if let words = complaint.between("it is one of ", nil) { return words }
        guard let taken = complaint.between(" takes ", ", not ") ?? complaint.between(" takes ", nil) else {
            return nil
        }
        return taken.hasPrefix("a mapping (") ? "a mapping" : taken
    }

    /// The kinds of quantity with these units.
    private func quantity(_ units: String) -> String {
        QuantityKind.allCases.filter { units.contains(QuantityKind.list(of: [$0]).prefix { $0 != "," }) }
            .filter { kind in kind.units.allSatisfy { units.contains($0.name) } }
            .map(\.noun).joined(separator: ", or ")
    }

    /// The limits of numbers, from what the decoder says of a very large one and of zero.
    private var bounds: String? {
        let large = ["99999999999", "99999 d", "99999999 GB", "99999999 Gbit/s", "99999999 packets"]
        let most = large.compactMap { complaint($0).flatMap(limit) }.first
        let least = ["0", "0 s", "0 B", "0 bit/s", "0 packets"].compactMap { complaint($0).flatMap(limit) }
            .first
        guard most != least else { return most }
        return [least, most].compactMap { $0 }.joined(separator: ", ").nonEmpty
    }

    private func limit(_ complaint: String) -> String? {
        if let range = complaint.between("` is from ", ", not ") { return "from \(range)" }
        for word in ["at least ", "at most "] {
            if let bound = complaint.between("` is \(word)", nil) { return word + bound }
        }
        return nil
    }
}

extension String {
    /// The text between these words, or up to the end; nil if they are not there.
    fileprivate func between(_ start: String, _ end: String?) -> String? {
        guard let from = firstRange(of: start)?.upperBound else { return nil }
        guard let end else { return String(self[from...]) }
        return self[from...].firstRange(of: end).map { String(self[from..<$0.lowerBound]) }
    }

    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
