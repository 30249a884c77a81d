import Scenarios

/// `origins:` -> hosts by name.
struct NamedOriginsDecoder {
    private static let longestName = 253
    private static let longestLabel = 63

    let values: ValueReader
    let contents: ContentLoader

    func decode(_ node: YAMLNode) -> [NamedOrigin] {
        let wanted = "host names to origins (images.example.com: { files: ... })"
        let most = (ScenarioLimits.hosts, "hosts in `origins`")
        guard let entries = values.entries(node, "origins", wanted, most: most) else { return [] }
        let decoder = OriginDecoder(values: values, contents: contents)
        return entries.map { entry in
            if let fault = Self.fault(ofName: entry.key) {
                values.log.report("\(entry.key.quoted) cannot name a host: \(fault)", at: entry.keySpan)
            }
            return NamedOrigin(host: entry.key, settings: decoder.decode(named: entry))
        }
    }

    /// Why a host cannot have this name; nil if it can.
    private static func fault(ofName name: String) -> String? {
        if name == OriginSettings.hostName { return "that is the name of `origin`" }
        let labels = name.split(separator: ".", omittingEmptySubsequences: false)
        let isName = labels.allSatisfy { label in
            (1...longestLabel).contains(label.count) && label.first != "-" && label.last != "-"
                && label.unicodeScalars.allSatisfy {
                    ("a"..."z").contains($0) || ("0"..."9").contains($0) || $0 == "-"
                }
        }
        guard isName, labels.count > 1, name.utf8.count <= longestName else {
            return "use labels of lower-case letters, digits and -, with dots between them"
        }
        return labels.last?.first?.isNumber == true ? "its last label begins with a digit" : nil
    }
}
