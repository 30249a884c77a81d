import Scenarios

/// Which answer a request gets, and who gets it.
extension BehaviourDecoder {
    private static let locationLength = 2000

    func decodeAnswer(into behaviour: inout ResponseBehaviour) {
        behaviour.statuses = said("status", takesNone: false, statuses)
        behaviour.redirect = said("redirect", location)
        if behaviour.redirect.value != nil, let statuses = behaviour.statuses.value,
            !statuses.statuses.contains(where: StatusSequence.redirecting.contains)
        {
            let list = StatusSequence.redirecting.map { "\($0)" }.joined(separator: ", ")
            section.log.report(
                "`redirect` needs a `status` that redirects: one of \(list)",
                at: section.place("status") ?? section.span
            )
        }
        behaviour.auth = said("auth", credentials)
        behaviour.signing = said("signed", signing)
    }

    private func statuses(_ node: YAMLNode) -> StatusSequence? {
        let items = StepsDecoder.items(node)
        if items.isEmpty { values.log.report("`status` is empty: name at least one", at: node.span) }
        guard items.count <= ScenarioLimits.items else {
            values.log.report("more than \(ScenarioLimits.items) statuses", at: node.span)
            return nil
        }
        let statuses = items.compactMap { values.integer($0, "status", in: ScenarioLimits.status) }
        guard !items.isEmpty, statuses.count == items.count else { return nil }
        return StatusSequence(statuses.map { Int($0) })
    }

    /// A path on this origin, or a URL.
    private func location(_ node: YAMLNode) -> String? {
        guard let text = headers.value(node, "redirect") else { return nil }
        let isPlace = text.hasPrefix("/") || text.hasPrefix("http://") || text.hasPrefix("https://")
        guard isPlace, !text.contains(" "), text.utf8.count <= Self.locationLength else {
            values.log.report(
                "`redirect` takes a path (/other.jpg) or a URL (https://example.com/a.jpg), not \(text.quoted)",
                at: node.span
            )
            return nil
        }
        return text
    }

    private func credentials(_ node: YAMLNode) -> OriginCredentials? {
        guard let section = Section(node, "auth", .credentials, values: values),
            let kind = section.sole(of: ["basic", "bearer"], "`auth` is one of them")
        else { return nil }
        if kind == "bearer" {
            return section["bearer"].flatMap { headers.value($0, "bearer") }.map { .bearer($0) }
        }
        guard let node = section["basic"],
            let basic = Section(node, "basic", .basicCredentials, values: values),
            basic.demands("user", "password")
        else { return nil }
        guard let user = basic.text("user"), let password = basic.text("password") else { return nil }
        if user.contains(":") {
            basic.log.report(
                "`user` cannot have a colon: the password begins after it",
                at: basic.place("user") ?? basic.span
            )
        }
        return .basic(user: user, password: password)
    }

    private func signing(_ node: YAMLNode) -> URLSigning? {
        guard let section = Section(node, "signed", .signing, values: values),
            section.demands("key")
        else { return nil }
        let lifetime = section["lifetime"].flatMap { seconds($0, "lifetime") }
        return section.text("key").map {
            URLSigning(key: $0, lifetime: lifetime ?? URLSigning.usualLifetime)
        }
    }
}
