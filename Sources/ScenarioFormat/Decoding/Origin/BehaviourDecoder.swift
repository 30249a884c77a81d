import HTTP
import Scenarios
import Wire

/// The keys that set how the origin answers.
struct BehaviourDecoder {
    let section: Section
    /// True for `origin` as a whole; false for one of its files or a named host.
    private let isWhole: Bool

    init(_ section: Section, isWhole: Bool = false) {
        self.section = section
        self.isWhole = isWhole
    }

    var values: ValueReader { section.values }

    /// All settings of the section.
    var behaviour: ResponseBehaviour {
        var behaviour = ResponseBehaviour()
        let times = TimeDistributionDecoder(values: values)
        behaviour.delay = setting("delay") { times.decode($0, "delay") }
        behaviour.pieces = setting("pieces", pieces)
        behaviour.rateBps = setting("rate") { values.amount($0, "rate", .rate, in: ScenarioLimits.rateBps) }
        behaviour.etag = setting("etag", etag)
        decodeHead(into: &behaviour)
        decodeAnswer(into: &behaviour)
        behaviour.length = setting("length", allowsNone: false) { values.choice($0, "length") }
        behaviour.trailers = setting("trailers") { headers.fields($0, "trailers") }
        if behaviour.trailers.value != nil, let length = behaviour.length.value, length != .chunked {
            section.log.report(
                "`trailers` follow the last chunk: they need `length: chunked`",
                at: section.keySpan("trailers")
            )
        }
        behaviour.earlyHints = setting("earlyHints") { list($0, "earlyHints", "Link") }
        behaviour.fault = setting("fault") {
            FaultDecoder(values: values, place: isWhole ? .origin : .file).decode($0)
        }
        return behaviour
    }

    /// The value under a key; `none` switches the setting off.
    func setting<Value>(_ key: String, allowsNone: Bool = true, _ read: (YAMLNode) -> Value?) -> StatedValue<
        Value
    > {
        guard let node = section[key] else { return .nothing }
        if allowsNone, node.scalar?.text == "none" { return .absent }
        return read(node).map { .value($0) } ?? .nothing
    }

    private func etag(_ node: YAMLNode) -> EntityTagStrength? {
        values.word(node, "etag", among: EntityTagStrength.allCases.map(\.rawValue) + ["none"])
            .flatMap { EntityTagStrength(rawValue: $0) }
    }

    private func pieces(_ node: YAMLNode) -> ResponsePieces? {
        guard let section = Section(node, "pieces", .pieces, values: values),
            section.require("size", "pause")
        else { return nil }
        let size = section.amount("size", .bytes, in: ScenarioLimits.pieceBytes)
        let pause = section["pause"].flatMap {
            TimeDistributionDecoder(values: values).decode($0, "pause")
        }
        guard let size, let pause else { return nil }
        return ResponsePieces(size: Int(size), pause: pause)
    }
}

/// What a response's head states about its content.
extension BehaviourDecoder {
    /// These fields count whole seconds.
    private static let second: Nanoseconds = 1_000_000_000

    private func decodeHead(into behaviour: inout ResponseBehaviour) {
        behaviour.lastModified = setting("lastModified", modified)
        behaviour.cacheControl = setting("cacheControl") { headers.value($0, "cacheControl") }
        behaviour.expires = setting("expires", expires)
        behaviour.age = setting("age") { seconds($0, "age") }
        behaviour.vary = setting("vary") { list($0, "vary", "Vary")?.joined(separator: ", ") }
        behaviour.headers = section["headers"].flatMap { headers.fields($0, "headers") } ?? []
        behaviour.cookies = setting("cookies") { CookieDecoder(values: values).decode($0) }
        behaviour.compress = setting("compress", codings)
    }

    private var headers: HeaderDecoder {
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
            section.require("at")
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

/// Which answer a request gets, and who gets it.
extension BehaviourDecoder {
    private static let locationLength = 2000

    private func decodeAnswer(into behaviour: inout ResponseBehaviour) {
        behaviour.statuses = setting("status", allowsNone: false, statuses)
        behaviour.redirect = setting("redirect", location)
        if behaviour.redirect.value != nil, let statuses = behaviour.statuses.value,
            !statuses.statuses.contains(where: StatusSequence.redirecting.contains)
        {
            let list = StatusSequence.redirecting.map { "\($0)" }.joined(separator: ", ")
            section.log.report(
                "`redirect` needs a `status` that redirects: one of \(list)",
                at: section.place("status") ?? section.span
            )
        }
        behaviour.auth = setting("auth", credentials)
        behaviour.signing = setting("signed", signing)
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
            basic.require("user", "password")
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
            section.require("key")
        else { return nil }
        let lifetime = section["lifetime"].flatMap { seconds($0, "lifetime") }
        return section.text("key").map {
            URLSigning(key: $0, lifetime: lifetime ?? URLSigning.usualLifetime)
        }
    }
}
