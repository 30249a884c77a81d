import Scenarios

/// `origin:` and each entry of `origins:` -> the files and how they are answered.
struct OriginDecoder {
    /// Settings of the machine that all origins share.
    static let machineKeys = ["tls", "http", "congestion", "initialWindow"]

    let values: ValueReader
    let contents: ContentLoader

    /// A host listed in `origins:`.
    func decode(named entry: YAMLEntry) -> OriginSettings {
        let elsewhere = Dictionary(uniqueKeysWithValues: Self.machineKeys.map { ($0, "`origin`") })
        guard
            let section = Section(
                entry.value,
                entry.key,
                .namedOrigin,
                elsewhere: elsewhere,
                values: values
            )
        else { return OriginSettings() }
        return answers(section, isWhole: false)
    }

    func decode(_ node: YAMLNode, needsFiles: Bool) -> OriginSettings {
        guard
            let section = Section(node, "origin", .origin, values: values)
        else { return OriginSettings() }
        if needsFiles, !section.has("files") {
            section.log.report("`origin` has no `files`: there is nothing to fetch", at: section.span)
        }
        var origin = answers(section, isWhole: true)
        if let node = section["tls"] { origin.encryption = EncryptionDecoder(values: values).decode(node) }
        if let http = http(section) { origin.http = http }
        if let congestion: OriginSettings.Congestion = section.choice("congestion") {
            origin.congestion = congestion
        }
        if let window = section.integer("initialWindow", in: ScenarioLimits.initialWindow) {
            origin.initialWindow = Int(window)
        }
        return origin
    }

    private func answers(_ section: Section, isWhole: Bool) -> OriginSettings {
        var origin = OriginSettings()
        origin.behaviour = BehaviourDecoder(section, isWhole: isWhole).behaviour.over(.usual)
        if let paths = section["paths"] { origin.paths = decode(paths: paths) }
        if let files = section["files"] { origin.files = decode(files: files) }
        return origin
    }

    private func http(_ section: Section) -> [OfferedHTTP]? {
        guard let node = section["http"] else { return nil }
        let items = StepsDecoder.items(node)
        if items.isEmpty { section.log.report("`http` is empty: name at least one version", at: node.span) }
        var offered: [OfferedHTTP] = []
        for item in items {
            guard let version: OfferedHTTP = values.choice(item, "http", later: ["h3", "http/1.0"]) else {
                continue
            }
            if offered.contains(version) {
                section.log.report("`http` names `\(version.rawValue)` twice", at: item.span)
            } else {
                offered.append(version)
            }
        }
        return offered.isEmpty ? nil : offered
    }

    private func decode(paths node: YAMLNode) -> [PathBehaviour] {
        guard let entries = node.entries else {
            if !node.isRefused {
                values.log.report(
                    "`paths` takes a mapping of patterns (\"thumbs/*\": { delay: 20 ms }), not \(node.description)",
                    at: node.span
                )
            }
            return []
        }
        return entries.compactMap { entry in
            if let fault = OriginFileName.fault(ofPattern: entry.key) {
                values.log.report(
                    "\(entry.key.quoted) is not a pattern of paths: \(fault)",
                    at: entry.keySpan
                )
            }
            return Section(entry.value, entry.key, .behaviour, values: values).map {
                PathBehaviour(pattern: entry.key, behaviour: BehaviourDecoder($0).behaviour)
            }
        }
    }

    private func decode(files node: YAMLNode) -> [OriginFile] {
        guard let entries = node.entries else {
            if !node.isRefused {
                values.log.report(
                    "`files` takes a mapping of names to files (a.jpg: { image: jpeg, size: 10 kB }), not \(node.description)",
                    at: node.span
                )
            }
            return []
        }
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
