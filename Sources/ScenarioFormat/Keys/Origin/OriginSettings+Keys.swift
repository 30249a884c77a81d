import Scenarios

/// Settings of the machine that all origins share. What each of them answers is told by its behaviour, its paths
/// and its files.
extension OriginSettings: Keyed {
    static var blank: OriginSettings { OriginSettings() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("tls", &encryption, .encryption)
        keys.key("http", &http, .offered)
        keys.key("quic", &quic, .mapping(titled: "origin.quic").unless(.blank))
        keys.key("congestion", &congestion, .word)
        keys.key("initialWindow", &initialWindow, .optional(.count(in: ScenarioLimits.initialWindow)))
    }
}

extension Notation<[OfferedHTTP]> {
    /// One version of HTTP, or a list of them.
    fileprivate static var offered: Self {
        let list = list(.word(later: ["http/1.0"]), "name at least one version")
        return Self(
            { values, node, title in
                var seen: Set<String> = []
                for item in node.items {
                    guard let word = item.scalar?.text, OfferedHTTP(rawValue: word) != nil else { continue }
                    if !seen.insert(word).inserted {
                        values.log.report("`\(title)` names `\(word)` twice", at: item.span)
                    }
                }
                return list.read(values, node, title)
            },
            list.text
        )
    }
}
