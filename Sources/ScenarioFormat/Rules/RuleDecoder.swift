import Forwarding
import HTTP
import Scenarios
import Wire

/// One item of `rules:`.
struct RuleDecoder {
    /// What a rule may do, in the order in which the actions of one rule apply.
    enum Action: String, CaseIterable {
        case block, fault, mapLocal, mapRemote, rewrite, dns, noCaching, noCompression, mirror, delay,
            breakpoint
    }

    let values: ValueReader
    /// What paths in the rules are relative to.
    let folder: String

    func decode(_ node: YAMLNode) -> ProxyRule? {
        let keys = ["match"] + Action.allCases.map(\.rawValue)
        guard let section = Section(node, "a rule", keys: keys, values: values) else { return nil }
        if !Action.allCases.contains(where: { section.has($0.rawValue) }) {
            let list = Action.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")
            values.log.report("the rule does nothing: it needs one of \(list)", at: section.span)
        }
        let match = section["match"].map { RuleMatchDecoder(values: values).decode($0) } ?? RuleMatch()
        let actions = Action.allCases.compactMap { kind in
            section[kind.rawValue].flatMap { action(kind, $0) }
        }
        return match.map { ProxyRule($0, actions, words: node.flowText) }
    }

    private func action(_ kind: Action, _ node: YAMLNode) -> (any RuleAction)? {
        let key = kind.rawValue
        return switch kind {
        case .block: block(node).map { BlockAction($0) }
        case .fault: fault(node, key).map { FaultAction($0) }
        case .mapLocal:
            path(node, key, "a file or a folder, such as fixtures/").map { MapLocalAction(path: $0) }
        case .mapRemote: mapRemote(node)
        case .rewrite: RewriteDecoder(values: values, folder: folder).decode(node)
        case .dns: address(node).map { DNSAction($0) }
        case .noCaching: values.flag(node, key) == true ? NoCachingAction() : nil
        case .noCompression: values.flag(node, key) == true ? NoCompressionAction() : nil
        case .mirror: path(node, key, "a folder, such as copies/").map { MirrorAction(folder: $0) }
        case .delay: values.amount(node, key, .duration, in: ScenarioLimits.waiting).map { DelayAction($0) }
        case .breakpoint: phases(node).map { BreakpointAction($0) }
        }
    }

    private func fault(_ node: YAMLNode, _ key: String) -> ResponseFault? {
        let fault = Notation<ResponseFault>.fault.read(values, node, key)
        if fault?.kind == .neverAccept {
            values.log.report(
                "`neverAccept` is for origins: a proxy has accepted its client before it follows a rule",
                at: node.place("kind")
            )
        }
        return fault
    }

    /// One phase, or a list of them.
    private func phases(_ node: YAMLNode) -> Set<BreakpointPhase>? {
        let items = node.items
        if items.isEmpty {
            values.log.report(
                "`breakpoint` is empty: it takes request, response, or both",
                at: node.span
            )
        }
        let phases = items.compactMap { values.choice($0, "breakpoint") as BreakpointPhase? }
        return phases.isEmpty ? nil : Set(phases)
    }

    private func address(_ node: YAMLNode) -> IPAddress? {
        let wanted = "an address such as 127.0.0.1 or fd00::1"
        let hint = ": `mapRemote` sends requests to another name"
        return values.value(node, "dns", wanted, hint: hint) { text in
            let isBracketed = text.hasPrefix("[") && text.hasSuffix("]")
            return IPAddress(isBracketed ? String(text.dropFirst().dropLast()) : text)
        }
    }

    private func block(_ node: YAMLNode) -> RuleAnswer? {
        if node.scalar?.text == "drop" { return .fault(ResponseFault(.emptyResponse)) }
        guard let text = values.text(node, "block") else { return nil }
        guard Int64(text) != nil else {
            values.log.report(
                "`block` takes a status such as 403, or `drop`, not \(text.quoted)",
                at: node.span,
                word: text,
                among: ["drop"]
            )
            return nil
        }
        return values.integer(node, "block", in: ScenarioLimits.status).map { .page(status: Int($0)) }
    }

    private func path(_ node: YAMLNode, _ key: String, _ wanted: String) -> String? {
        guard let text = values.text(node, key) else { return nil }
        guard !text.isEmpty, !text.utf8.contains(0) else {
            values.log.report("`\(key)` takes \(wanted)", at: node.span)
            return nil
        }
        return text.hasPrefix("/") ? text : folder + text
    }

    private func mapRemote(_ node: YAMLNode) -> MapRemoteAction? {
        values.value(node, "mapRemote", "a URL such as https://staging.example.com/v1/", MapRemoteAction.init)
    }
}
