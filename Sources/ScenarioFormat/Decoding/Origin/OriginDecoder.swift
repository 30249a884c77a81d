import Scenarios

/// `origin:` and each entry of `origins:` -> the files and how they are answered.
struct OriginDecoder {
    let values: ValueReader
    let contents: ContentLoader

    /// A host listed in `origins:`.
    func decode(named entry: YAMLEntry) -> OriginSettings {
        let section = Section(entry.value, entry.key, .namedOrigin, values: values)
        return section.map { answers($0, isWhole: false, over: .blank) } ?? .blank
    }

    func decode(_ node: YAMLNode, needsFiles: Bool) -> OriginSettings {
        guard let section = Section(node, "origin", .origin, values: values) else { return .blank }
        if needsFiles, !section.has("files") {
            section.log.report("`origin` has no `files`: there is nothing to fetch", at: section.span)
        }
        return answers(section, isWhole: true, over: OriginSettings().changed(by: section))
    }

    private func answers(_ section: Section, isWhole: Bool, over machine: OriginSettings) -> OriginSettings {
        var origin = machine
        origin.behaviour = BehaviourDecoder(section: section, isWhole: isWhole).behaviour.over(.usual)
        if let paths = section["paths"] { origin.paths = decode(paths: paths) }
        if let files = section["files"] { origin.files = decode(files: files) }
        return origin
    }

    private func decode(paths node: YAMLNode) -> [PathBehaviour] {
        let wanted = "patterns (\"thumbs/*\": { delay: 20 ms })"
        guard let entries = values.entries(node, "paths", wanted) else { return [] }
        return entries.compactMap { entry in
            if let fault = OriginFileName.fault(ofPattern: entry.key) {
                values.log.report(
                    "\(entry.key.quoted) is not a pattern of paths: \(fault)",
                    at: entry.keySpan
                )
            }
            return Section(entry.value, entry.key, .behaviour, values: values).map {
                PathBehaviour(pattern: entry.key, behaviour: BehaviourDecoder(section: $0).behaviour)
            }
        }
    }

    private func decode(files node: YAMLNode) -> [OriginFile] {
        let wanted = "names to files (a.jpg: { image: jpeg, size: 10 kB })"
        guard let entries = values.entries(node, "files", wanted) else { return [] }
        if entries.isEmpty { values.log.report("`files` is empty: there is nothing to fetch", at: node.span) }
        let decoder = OriginFileDecoder(values: values, contents: contents)
        var seen: Set<String> = []
        return entries.flatMap(named).filter { entry in
            if seen.insert(entry.key).inserted { return true }
            values.log.report("a second file \(entry.key.quoted)", at: entry.keySpan)
            return false
        }.map { decoder.decode($0) }
    }

    /// The entry under each of its names.
    private func named(_ entry: YAMLEntry) -> [YAMLEntry] {
        var names = [entry.key]
        switch FileNameRange.read(entry.key) {
        case .none: break
        case .range(let range): names = range.names
        case .fault(let fault):
            values.log.report("\(entry.key.quoted) cannot name files: \(fault)", at: entry.keySpan)
            return []
        }
        if let name = names.first, let fault = OriginFileName.fault(of: name) {
            values.log.report("\(name.quoted) cannot name a file: \(fault)", at: entry.keySpan)
        }
        return names.map { YAMLEntry(key: $0, keySpan: entry.keySpan, value: entry.value) }
    }
}
