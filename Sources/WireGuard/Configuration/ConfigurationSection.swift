/// A section of a configuration's text: keys and the places of their values.
struct ConfigurationSection {
    let kind: ConfigurationKey.Section
    /// Of the heading, counted from 1.
    let line: Int
    private var entries: [ConfigurationKey: [Entry]] = [:]

    private struct Entry {
        let line: Int
        let value: String
    }

    static func sections(of text: String) throws(ConfigurationError) -> [ConfigurationSection] {
        var sections: [ConfigurationSection] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let content = trimmed(line.prefix { $0 != "#" })
            if content.isEmpty { continue }
            if content.hasPrefix("[") {
                sections.append(try ConfigurationSection(heading: content, line: index + 1))
            } else if sections.isEmpty {
                throw ConfigurationError(line: index + 1, problem: .noSection)
            } else {
                try sections[sections.count - 1].take(content, line: index + 1)
            }
        }
        return sections
    }

    private init(heading: Substring, line: Int) throws(ConfigurationError) {
        guard heading.hasSuffix("]") else { throw ConfigurationError(line: line, problem: .notAnEntry) }
        let name = String(Self.trimmed(heading.dropFirst().dropLast()))
        let kind = ConfigurationKey.Section.allCases.first { $0.rawValue.lowercased() == name.lowercased() }
        guard let kind else { throw ConfigurationError(line: line, problem: .unknownSection(name)) }
        (self.kind, self.line) = (kind, line)
    }

    private mutating func take(_ content: Substring, line: Int) throws(ConfigurationError) {
        guard let equals = content.firstIndex(of: "=") else {
            throw ConfigurationError(line: line, problem: .notAnEntry)
        }
        let name = String(Self.trimmed(content[..<equals]))
        guard let key = kind.keys.first(where: { $0.rawValue.lowercased() == name.lowercased() }) else {
            throw ConfigurationError(line: line, problem: .unknownKey(name, kind))
        }
        guard key.isList || entries[key] == nil else {
            throw ConfigurationError(line: line, problem: .repeated(key))
        }
        let value = String(Self.trimmed(content[content.index(after: equals)...]))
        entries[key, default: []].append(Entry(line: line, value: value))
    }

    /// The values of a list, of all its lines; an empty list has none.
    func list<Value>(
        _ key: ConfigurationKey,
        _ read: (String) -> Value?
    ) throws(ConfigurationError) -> [Value] {
        var values: [Value] = []
        for entry in entries[key, default: []] where !entry.value.isEmpty {
            for part in entry.value.split(separator: ",", omittingEmptySubsequences: false) {
                guard let value = read(String(Self.trimmed(part))) else {
                    throw ConfigurationError(line: entry.line, problem: .wrongValue(key))
                }
                values.append(value)
            }
        }
        return values
    }

    /// nil if the section has no such key.
    func value<Value>(
        _ key: ConfigurationKey,
        _ read: (String) -> Value?
    ) throws(ConfigurationError) -> Value? {
        guard let entry = entries[key]?.first else { return nil }
        guard let value = read(entry.value) else {
            throw ConfigurationError(line: entry.line, problem: .wrongValue(key))
        }
        return value
    }

    /// nil if the section has no such key.
    func key<Value>(
        _ key: ConfigurationKey,
        _ read: (String) throws(TunnelKeyError) -> Value
    ) throws(ConfigurationError) -> Value? {
        guard let entry = entries[key]?.first else { return nil }
        do {
            return try read(entry.value)
        } catch {
            throw ConfigurationError(line: entry.line, problem: .wrongKey(key, error))
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return text
    }
}
