import Scenarios

/// An entry of `fetch:` with a pattern -> the fetches drawn from it.
struct FetchPatternDecoder {
    let values: ValueReader
    let selection: FileSelection
    let seed: UInt64
    /// Name of the step, on which the draws depend.
    let step: String

    /// True if a node contains a pattern.
    static func reads(_ node: YAMLNode) -> Bool {
        node.entries?.contains { $0.key == "pattern" } == true
    }

    func entries(_ node: YAMLNode) -> [FetchStep.Entry] {
        guard let section = Section(node, "fetch", .fetchPattern, values: values) else { return [] }
        let kind: FetchPattern.Kind? = section.value("pattern", .word)
        let files = files(section)
        guard section.has("count") else {
            values.log.report("a `pattern` needs a `count`: how many fetches it draws", at: node.span)
            return []
        }
        let count = section.value("count", .count(in: 1...Int64(ScenarioLimits.entries)))
        let page = page(section, of: files)
        let exponent = section.value("exponent", .decimal(in: ScenarioLimits.exponent)) ?? 1
        if section.has("exponent"), let kind, kind != .zipf {
            values.log.report("`exponent` belongs to `pattern: zipf`", at: section.keySpan("exponent"))
        }
        guard let kind, let count, let page, !files.isEmpty else { return [] }
        let pattern = FetchPattern(kind, files: files, count: count, pageSize: page, exponent: exponent)
        let options = section.value("options", .options) ?? []
        return pattern.pages(seed: seed, step: step).flatMap { page in
            page.enumerated().map { place, file in
                FetchStep.Entry(file: file, options: options, isOnSamePage: place > 0)
            }
        }
    }

    private func page(_ section: Section, of files: [String]) -> Int? {
        guard section.has("page") else { return 1 }
        guard let size = section.value("page", .count(in: 1...Int64(ScenarioLimits.items))) else {
            return nil
        }
        if !files.isEmpty, size > files.count {
            values.log.report(
                "a `page` of \(size) would repeat a file: there are \(files.count)",
                at: section.place("page") ?? section.span
            )
            return nil
        }
        return Int(size)
    }

    /// Files to draw from, each once, in the order of the list; all files by default.
    private func files(_ section: Section) -> [String] {
        guard section.has("files") else { return selection.names }
        guard let node = section["files"] else { return [] }
        var seen: Set<String> = []
        return node.items.flatMap { item in
            values.text(item, "files").map {
                selection.files(named: $0, at: item.span, allowingAll: item == node)
            } ?? []
        }.filter { seen.insert($0).inserted }
    }
}
