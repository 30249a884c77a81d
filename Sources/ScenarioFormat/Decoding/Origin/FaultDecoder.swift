import HTTP
import Scenarios

/// `fault:` -> the kind of fault, and which responses have it.
struct FaultDecoder {
    /// What has the fault.
    enum Place {
        case origin
        /// One of its files, or a named host.
        case file
        /// A rule of the proxy.
        case rule
    }

    let values: ValueReader
    let place: Place

    func decode(_ node: YAMLNode) -> ResponseFault? {
        guard node.entries != nil else {
            let kind: ResponseFault.Kind? = values.choice(node, "fault")
            return kind.flatMap { checked(ResponseFault($0), at: node.span) }
        }
        guard let section = Section(node, "fault", .fault, values: values), section.require("kind"),
            let kind: ResponseFault.Kind = section.choice("kind")
        else { return nil }
        var fault = ResponseFault(kind)
        refuseStrays(section, fault)
        fault.after = section.amount("after", .bytes, in: ScenarioLimits.bodyBytes).map { Int($0) }
        if let time = section.amount("for", .duration, in: ScenarioLimits.waiting) { fault.lasting = time }
        if let chunks = section.integer("chunks", in: ScenarioLimits.chunks) { fault.chunks = Int(chunks) }
        if let excess = section.amount("excess", .bytes, in: 1...ScenarioLimits.bodyBytes.upperBound) {
            fault.excess = Int(excess)
        }
        if let probability = section.ratio("probability") { fault.probability = probability }
        fault.first = section.integer("first", in: ScenarioLimits.count).map { Int($0) }
        return checked(fault, at: section.place("kind") ?? section.span)
    }

    /// Reports keys without meaning for this kind of fault.
    private func refuseStrays(_ section: Section, _ fault: ResponseFault) {
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

    private func checked(_ fault: ResponseFault, at span: SourceSpan) -> ResponseFault? {
        guard fault.kind == .neverAccept else { return fault }
        switch place {
        case .origin: return fault
        case .file:
            values.log.report(
                "`neverAccept` belongs to the whole origin: a connection is made before a file is requested",
                at: span
            )
        case .rule:
            values.log.report(
                "`neverAccept` is for origins: a proxy has accepted its client before it follows a rule",
                at: span
            )
        }
        return nil
    }
}
