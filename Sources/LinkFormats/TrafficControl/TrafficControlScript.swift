/// The tc commands of a script as records: which discipline is on which interface, and where arrivals are
/// redirected.
struct TrafficControlScript {
    private(set) var records: [QueueingRecord] = []
    /// Interfaces to which arriving packets are redirected.
    private(set) var redirectionTargets: Set<String> = []
    private(set) var warnings = ImportWarnings()
    /// The first word of a tc command.
    private(set) var first: ShellWord?

    init(_ commands: [ShellCommand]) throws(ImportError) {
        for command in commands {
            if let word = command.words.first, word.text == "qdisc", command.words.count > 2 {
                first = first ?? word
                try addShown(command.words)
            } else if let start = command.words.firstIndex(where: {
                $0.text == "tc" || $0.text.hasSuffix("/tc")
            }) {
                first = first ?? command.words[start]
                try add(command.words[start...].dropFirst())
            }
        }
    }

    /// `qdisc netem 8001: dev eth0 root refcnt 2 limit 1000 ...`.
    private mutating func addShown(_ words: [ShellWord]) throws(ImportError) {
        var rest = words[2...].dropFirst()
        var device = ""
        while let word = rest.first {
            switch word.text {
            case "dev", "parent", "refcnt":
                guard let value = rest.dropFirst().first else { throw word.error("`\(word.text)` of what?") }
                if word.text == "dev" { device = value.text }
                rest = rest.dropFirst(2)
            case "root", "ingress", "deleted", "offloaded": rest = rest.dropFirst()
            default:
                records.append(
                    QueueingRecord(device: device, kind: words[1], options: Array(rest), isShown: true)
                )
                return
            }
        }
        records.append(QueueingRecord(device: device, kind: words[1], options: [], isShown: true))
    }

    private mutating func add(_ words: ArraySlice<ShellWord>) throws(ImportError) {
        var words = words
        while let flag = words.first, flag.text.hasPrefix("-") {
            let needsValue = ["-n", "-net", "-netns", "-b", "-batch"].contains(flag.text)
            words = words.dropFirst(needsValue ? 2 : 1)
        }
        guard let object = words.first else { return }
        switch object.text {
        case "q", "qdisc": try addDiscipline(words.dropFirst())
        case "filter", "f": addFilter(Array(words.dropFirst()))
        case "class", "c":
            if words.dropFirst().first?.text != "show" {
                warnings.add("classes are not read", line: object.line)
            }
        default: break
        }
    }

    private mutating func addFilter(_ words: [ShellWord]) {
        for (index, word) in words.enumerated() where word.text == "redirect" || word.text == "mirror" {
            let rest = words[index...].dropFirst()
            if rest.first?.text == "dev", let target = rest.dropFirst().first {
                redirectionTargets.insert(target.text)
            }
        }
    }

    private mutating func addDiscipline(_ words: ArraySlice<ShellWord>) throws(ImportError) {
        guard let action = words.first, ["add", "a", "change", "replace", "link"].contains(action.text) else {
            return
        }
        var rest = words.dropFirst()
        var device = ""
        while let word = rest.first {
            switch word.text {
            case "dev", "parent", "handle", "estimator":
                guard let value = rest.dropFirst().first else { throw word.error("`\(word.text)` of what?") }
                if word.text == "dev" { device = value.text }
                rest = rest.dropFirst(2)
            case "root": rest = rest.dropFirst()
            case "ingress", "clsact": return
            default:
                records.append(
                    QueueingRecord(
                        device: device,
                        kind: word,
                        options: Array(rest.dropFirst()),
                        isShown: false
                    )
                )
                return
            }
        }
        throw action.error("this does not name a queueing discipline")
    }
}
