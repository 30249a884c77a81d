import HTTP
import Scenarios
import Wire

/// What a response's head states about its content.
extension BehaviourDecoder {
    /// These fields count whole seconds.
    private static let second: Nanoseconds = 1_000_000_000

    func decodeHead(into behaviour: inout ResponseBehaviour) {
        behaviour.lastModified = said("lastModified", modified)
        behaviour.cacheControl = said("cacheControl") { headers.value($0, "cacheControl") }
        behaviour.expires = said("expires", expires)
        behaviour.age = said("age") { seconds($0, "age") }
        behaviour.vary = said("vary") { list($0, "vary", "Vary")?.joined(separator: ", ") }
        behaviour.headers = section["headers"].flatMap { headers.fields($0, "headers") } ?? []
        behaviour.cookies = said("cookies") { CookieDecoder(values: values).decode($0) }
        behaviour.compress = said("compress", codings)
    }

    var headers: HeaderDecoder {
        HeaderDecoder(
            values: values,
            owner: "set by the server: `length` and `fault` say how a body ends"
        )
    }

    /// One value of a field, or a list of them.
    func list(_ node: YAMLNode, _ title: String, _ field: String) -> [String]? {
        let items = StepsDecoder.items(node)
        if items.isEmpty {
            values.log.report("`\(title)` is empty: it takes values of `\(field)`", at: node.span)
            return nil
        }
        guard items.count <= ScenarioLimits.fields else {
            values.log.report("more than \(ScenarioLimits.fields) values in `\(title)`", at: node.span)
            return nil
        }
        let texts = items.compactMap { headers.value($0, title) }
        return texts.count == items.count ? texts : nil
    }

    /// A time for a field that counts whole seconds.
    func seconds(_ node: YAMLNode, _ title: String) -> Nanoseconds? {
        guard let time = values.amount(node, title, .duration, in: ScenarioLimits.keeping) else { return nil }
        guard time % Self.second == 0 else {
            values.log.report("`\(title)` counts whole seconds", at: node.span)
            return nil
        }
        return time
    }

    private func modified(_ node: YAMLNode) -> ModificationDate? {
        let dates = DateReader(values: values)
        guard node.entries != nil else {
            return dates.seconds(node, "lastModified").map { ModificationDate(seconds: $0) }
        }
        guard let section = Section(node, "lastModified", .lastModified, values: values),
            section.demands("at")
        else { return nil }
        let skew = section["skew"].flatMap { seconds($0, "skew") }
        return section["at"].flatMap { dates.seconds($0, "at") }.map {
            ModificationDate(seconds: $0, skew: skew)
        }
    }

    private func expires(_ node: YAMLNode) -> ExpiryDate? {
        if let text = node.scalar?.text, DateReader.isDate(text) {
            return DateReader(values: values).seconds(node, "expires").map { .at($0) }
        }
        return seconds(node, "expires").map { .after($0) }
    }

    private func codings(_ node: YAMLNode) -> [ContentCoding]? {
        let items = StepsDecoder.items(node)
        if items.isEmpty { values.log.report("`compress` is empty: name at least one coding", at: node.span) }
        let codings: [ContentCoding] = items.compactMap { values.choice($0, "compress") }
        return codings.isEmpty || codings.count < items.count ? nil : codings
    }
}
