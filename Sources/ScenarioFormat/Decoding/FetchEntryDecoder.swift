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
        guard let section = Section(node, "fetch", .fetchEntry, values: values) else { return [] }
        var entry = FetchStep.Entry.blank.changed(by: section)
        if section.has("at"), start == .inTurn {
            values.log.report("`at` cannot be in a step that starts `in-turn`", at: section.keySpan("at"))
        }
        guard section.has("file") else {
            values.log.report("an entry of `fetch` needs a `file`", at: node.span)
            return []
        }
        guard let file = section["file"], file.scalar != nil else { return [] }
        return selection.files(named: entry.file, at: file.span).map { name in
            entry.file = name
            return entry
        }
    }
}
