import Scenarios

/// Scenario names for recorded hosts and files, each given only once.
struct ReplayNames {
    private static let longest = 160

    private var files: [String: Set<String>] = [:]

    /// A host's name, or one made from its address.
    static func host(_ recorded: String) -> String {
        let isAddress =
            recorded.contains(":") || recorded.split(separator: ".").last?.first?.isNumber == true
        let plain = String(
            recorded.lowercased().map { character in
                character.isASCII && (character.isLetter || character.isNumber || ".-".contains(character))
                    ? character : "-"
            }
        )
        let labels = plain.split(separator: ".").map { label in
            label.prefix(63).trimmingHyphens
        }.filter { !$0.isEmpty }
        let joined = labels.joined(separator: isAddress ? "-" : ".")
        return isAddress || labels.count < 2 ? "\(joined.isEmpty ? "host" : joined).recorded.test" : joined
    }

    /// A file's name on a host: the path, with forbidden characters replaced.
    mutating func file(_ target: String, on host: String) -> String {
        var path = target.drop { $0 == "/" }
        if path.isEmpty || path.first == "?" { path = "index" + path }
        let isDirectory = path.prefix { $0 != "?" }.last == "/"
        let plain = String(path.map(Self.plain))
        let parts = plain.split(separator: "/").map { $0.allSatisfy { $0 == "." } ? "_" : String($0) }
        var name = (parts + (isDirectory ? ["index"] : [])).joined(separator: "/")
        if name == "all" || name == "fixture" || name.hasPrefix("fixture/") { name = "recorded/" + name }
        if name.utf8.count > Self.longest { name = String(name.prefix(Self.longest)) }
        name = name.split(separator: "/").joined(separator: "/")
        return unused(name.isEmpty ? "index" : name, on: host)
    }

    private mutating func unused(_ name: String, on host: String) -> String {
        var candidate = name
        var number = 2
        while !files[host, default: []].insert(candidate).inserted {
            candidate = "\(name)~\(number)"
            number += 1
        }
        return candidate
    }

    private static func plain(_ character: Character) -> Character {
        if character == "?" { return "~" }
        if character == "&" { return "+" }
        guard character.isASCII else { return "_" }
        return character.isLetter || character.isNumber || "-._~/+@=".contains(character) ? character : "_"
    }
}

extension Substring {
    fileprivate var trimmingHyphens: Substring {
        var text = drop { $0 == "-" }
        while text.last == "-" { text.removeLast() }
        return text
    }
}
