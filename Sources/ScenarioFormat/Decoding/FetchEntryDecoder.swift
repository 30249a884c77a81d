import Scenarios

/// An entry of `fetch:` -> the files it names, and how they are fetched.
struct FetchEntryDecoder {
    let values: ValueReader
    let selection: FileSelection
    let start: FetchStep.Start

    /// `isWhole` if it replaces the list.
    func entries(_ node: YAMLNode, isWhole: Bool) -> [FetchStep.Entry] {
        guard node.entries != nil else {
            guard let text = values.text(node, "fetch") else { return [] }
            return selection.files(named: text, at: node.span, allowingAll: isWhole).map {
                FetchStep.Entry(file: $0)
            }
        }
        guard let section = Section(node, "fetch", .fetchEntry, later: ["scale"], values: values) else {
            return []
        }
        var entry = FetchStep.Entry(file: "")
        entry.at = section.amount("at", .duration, in: ScenarioLimits.waiting)
        if section.has("at"), start == .inTurn {
            values.log.report("`at` cannot be in a step that starts `in-turn`", at: section.keySpan("at"))
        }
        entry.options = values.options(section)
        entry.callers = section.integer("callers", in: 1...Int64(ScenarioLimits.entries)).map { Int($0) } ?? 1
        entry.priority = section.choice("priority") ?? .normal
        entry.cancelAfter = section.amount("cancelAfter", .duration, in: ScenarioLimits.waiting)
        entry.pause = section.amount("pause", .duration, in: 1...ScenarioLimits.waiting.upperBound)
        return named(section, node).map { file in
            entry.file = file
            return entry
        }
    }

    private func named(_ section: Section, _ node: YAMLNode) -> [String] {
        guard let file = section["file"] else {
            if !section.has("file") {
                values.log.report("an entry of `fetch` needs a `file`", at: node.span)
            }
            return []
        }
        guard let text = values.text(file, "file") else { return [] }
        return selection.files(named: text, at: file.span)
    }
}
