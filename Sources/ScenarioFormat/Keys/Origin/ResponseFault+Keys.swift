import HTTP
import Scenarios

extension ResponseFault: Keyed {
    static var blank: ResponseFault { ResponseFault(.emptyResponse) }
    static var needed: [String] { ["kind"] }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("kind", &kind, .word)
        keys.key("after", &after, .optional(.bytes(in: ScenarioLimits.bodyBytes)))
        keys.key("for", &lasting, .optional(.duration(in: ScenarioLimits.waiting)))
        keys.key("chunks", &chunks, .optional(.count(in: ScenarioLimits.chunks)))
        keys.key("excess", &excess, .optional(.bytes(in: 1...ScenarioLimits.bodyBytes.upperBound)))
        keys.key("probability", &probability, .ratio.unless(1))
        keys.key("first", &first, .optional(.count(in: ScenarioLimits.count)))
    }
}

extension Notation<ResponseFault> {
    /// The kind of fault alone, or with the responses that have it.
    static var fault: Self {
        Self(
            read,
            { $0 == ResponseFault($0.kind) ? $0.kind.rawValue : KeyWriter.mapping($0.fields) }
        )
    }

    private static func read(_ values: ValueReader, _ node: YAMLNode, _ title: String) -> ResponseFault? {
        guard node.entries != nil else {
            let kind: ResponseFault.Kind? = values.choice(node, title)
            return kind.map { ResponseFault($0) }
        }
        guard let section = Section(node, title, .fault, values: values),
            section.require(ResponseFault.needed),
            let kind: ResponseFault.Kind = section.value("kind", .word)
        else { return nil }
        let fault = ResponseFault(kind)
        refuseStrays(section, fault)
        return fault.changed(by: section)
    }

    /// Reports keys without meaning for this kind of fault.
    private static func refuseStrays(_ section: Section, _ fault: ResponseFault) {
        let means = [
            "after": fault.kind.allowsOffset, "for": fault.lasting != nil, "chunks": fault.chunks != nil,
            "excess": fault.excess != nil, "probability": fault.kind != .neverAccept,
            "first": fault.kind != .neverAccept,
        ]
        for (key, isMeant) in means where !isMeant && section.has(key) {
            section.log.report(
                "`\(key)` has no meaning for `\(fault.kind.rawValue)`",
                at: section.keySpan(key)
            )
        }
    }
}
