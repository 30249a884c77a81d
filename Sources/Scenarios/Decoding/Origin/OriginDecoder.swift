import Wire

/// `origin:` -> the files and how they are answered.
struct OriginDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode) -> OriginSettings {
        var origin = OriginSettings()
        guard
            let section = Section(
                node,
                "origin",
                keys: ["tls", "http", "congestion", "delay", "etag", "files"],
                values: values
            )
        else { return origin }
        refuseTLS(section)
        refuseHTTP(section)
        if let congestion: OriginSettings.Congestion = section.choice("congestion") {
            origin.congestion = congestion
        }
        if let etag: OriginSettings.EntityTag = section.choice("etag") { origin.etag = etag }
        if let delay = delay(section) { origin.delay = delay }
        if !section.has("files") {
            section.log.report("`origin` has no `files`: there is nothing to fetch", at: section.span)
        }
        if let files = section["files"] { origin.files = decode(files: files) }
        return origin
    }

    private func refuseTLS(_ section: Section) {
        guard let node = section["tls"] else { return }
        if node.scalar?.text == "false" { return }
        if node.scalar?.text == "true" || node.entries != nil {
            section.log.report("`tls` is not built yet", at: section.keySpan("tls"))
        } else {
            section.log.report("`tls` wants `true` or `false`", at: node.span)
        }
    }

    private func refuseHTTP(_ section: Section) {
        guard let node = section["http"] else { return }
        let items: [YAMLNode]
        switch node.content {
        case .sequence(let list): items = list
        default: items = [node]
        }
        if items.isEmpty { section.log.report("`http` names no version", at: node.span) }
        for item in items {
            _ = values.word(item, "http", among: ["http/1.1"], later: ["h2", "h3", "http/1.0"])
        }
    }

    private func delay(_ section: Section) -> Nanoseconds? {
        guard let node = section["delay"] else { return nil }
        if node.entries != nil {
            section.log.report("a `delay` that varies is not built yet", at: node.span)
            return nil
        }
        return values.amount(node, "delay", .duration, in: ScenarioLimits.waiting)
    }

    private func decode(files node: YAMLNode) -> [OriginFile] {
        guard let entries = node.entries else {
            if !node.isRefused {
                values.log.report(
                    "`files` wants a mapping of names to files (a.jpg: { image: jpeg, size: 10 kB }), not \(node.description)",
                    at: node.span
                )
            }
            return []
        }
        if entries.isEmpty { values.log.report("`files` is empty: there is nothing to fetch", at: node.span) }
        return entries.map { entry in
            if let fault = Self.fault(ofName: entry.key) {
                values.log.report("\(entry.key.quoted) cannot name a file: \(fault)", at: entry.keySpan)
            }
            return decode(file: entry)
        }
    }

    /// The file under its name even where the rest of it is wrong, so that the steps that fetch it are not.
    private func decode(file entry: YAMLEntry) -> OriginFile {
        var file = OriginFile(name: entry.key, image: .jpeg, size: 1)
        guard
            let section = Section(
                entry.value,
                entry.key,
                keys: ["image", "size", "delay"],
                later: ["pixels", "from", "json", "text", "status", "headers", "fault"],
                values: values
            )
        else { return file }
        let isMadeLater = ["from", "json", "text"].contains { key in
            entry.value.entries?.contains { $0.key == key } == true
        }
        for key in ["image", "size"] where !section.has(key) && !isMadeLater {
            section.log.report("the file \(entry.key.quoted) has no `\(key)`", at: entry.keySpan)
        }
        if let image: OriginFile.ImageKind = section.choice("image") { file.image = image }
        let sizes = Int64(file.image.sizes.lowerBound)...Int64(file.image.sizes.upperBound)
        if let size = section.amount("size", .bytes, in: sizes) { file.size = Int(size) }
        file.delay = delay(section)
        return file
    }

    /// Why a name cannot be a path on the origin and a word in an expectation, nil where it can.
    private static func fault(ofName name: String) -> String? {
        if name == "all" { return "`all` means every file" }
        if name.utf8.count > ScenarioLimits.fileNameLength {
            return "it is longer than \(ScenarioLimits.fileNameLength) characters"
        }
        let isWord = name.unicodeScalars.allSatisfy {
            $0.isASCII
                && ($0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || "-._~/+@=".unicodeScalars.contains($0))
        }
        guard isWord else { return "letters, digits and - . _ ~ + @ = / can" }
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
            return "a path has no leading slash and no empty, `.` or `..` part"
        }
        if parts[0] == "fixture" { return "`fixture/` is where the origin makes files on the fly" }
        return nil
    }
}
