import LinkModel

/// `duplicate:` and other shares of packets: `1 %` or `{ share: 1 %, correlation: 25 % }`.
struct ShareDecoder {
    let values: ValueReader

    func decode(_ node: YAMLNode, _ title: String) -> PacketShare? {
        guard node.entries != nil else { return values.ratio(node, title).map { PacketShare($0) } }
        guard let section = Section(node, title, .share, values: values),
            section.demands("share")
        else { return nil }
        return share(section, "share")
    }

    /// The share under `key`, with the section's correlation. A share of 0 has no correlation.
    func share(_ section: Section, _ key: String) -> PacketShare? {
        let correlation = correlation(section)
        return section.ratio(key).map { PacketShare($0, correlation: $0 == 0 ? 0 : correlation) }
    }

    func correlation(_ section: Section) -> Double {
        guard let correlation = section.ratio("correlation") else { return 0 }
        guard correlation < 1 else {
            section.log.report(
                "`correlation` must be below 100 %: at 100 % the first packet would decide for all",
                at: section["correlation"]?.span ?? section.span
            )
            return 0
        }
        return correlation
    }
}
