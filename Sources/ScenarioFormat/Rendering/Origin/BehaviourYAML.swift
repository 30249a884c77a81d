import HTTP
import Scenarios
import Wire

/// How the origin answers, as the fields of a mapping; settings equal to `base` are omitted.
struct BehaviourYAML {
    private let behaviour: ResponseBehaviour
    private let base: ResponseBehaviour

    init(_ behaviour: ResponseBehaviour, over base: ResponseBehaviour = ResponseBehaviour()) {
        self.behaviour = behaviour
        self.base = base
    }

    var fields: [String] {
        var fields: [String] = []
        func add<Value>(
            _ key: String,
            _ said: StatedValue<Value>,
            _ usual: StatedValue<Value>,
            _ text: (Value) -> String
        ) {
            guard said != usual else { return }
            switch said {
            case .nothing: break
            case .absent: fields.append("\(key): none")
            case .value(let value): fields.append("\(key): \(text(value))")
            }
        }
        add("delay", behaviour.delay, base.delay, Self.time)
        add("pieces", behaviour.pieces, base.pieces) {
            "{ size: \(Quantity.text(bytes: $0.size)), pause: \(Self.time($0.pause)) }"
        }
        add("rate", behaviour.rateBps, base.rateBps) { Quantity.text(rateBps: $0) }
        add("etag", behaviour.etag, base.etag) { $0.rawValue }
        add("lastModified", behaviour.lastModified, base.lastModified, Self.modified)
        add("cacheControl", behaviour.cacheControl, base.cacheControl) { $0.quotedForYAML }
        add("expires", behaviour.expires, base.expires, Self.expires)
        add("age", behaviour.age, base.age) { Quantity.text(nanoseconds: $0) }
        add("vary", behaviour.vary, base.vary) { $0.quotedForYAML }
        if behaviour.headers != base.headers { fields.append("headers: \(Self.fields(behaviour.headers))") }
        add("cookies", behaviour.cookies, base.cookies, Self.cookies)
        add("compress", behaviour.compress, base.compress) {
            "[\($0.map(\.rawValue).joined(separator: ", "))]"
        }
        add("status", behaviour.statuses, base.statuses, Self.statuses)
        add("redirect", behaviour.redirect, base.redirect) { $0.quotedForYAML }
        add("auth", behaviour.auth, base.auth, Self.credentials)
        add("signed", behaviour.signing, base.signing) {
            "{ key: \($0.key.quotedForYAML), lifetime: \(Quantity.text(nanoseconds: $0.lifetime)) }"
        }
        add("length", behaviour.length, base.length) { $0.rawValue }
        add("trailers", behaviour.trailers, base.trailers, Self.fields)
        add("earlyHints", behaviour.earlyHints, base.earlyHints) {
            "[\($0.map(\.quotedForYAML).joined(separator: ", "))]"
        }
        add("fault", behaviour.fault, base.fault, Self.fault)
        return fields
    }

    private static func time(_ time: TimeDistribution) -> String {
        switch time {
        case .fixed(let time): Quantity.text(nanoseconds: time)
        case .uniform(let from, let to):
            "{ from: \(Quantity.text(nanoseconds: from)), to: \(Quantity.text(nanoseconds: to)) }"
        case .lognormal(let median, let sigma):
            "{ median: \(Quantity.text(nanoseconds: median)), sigma: \(Quantity.text(number: sigma)) }"
        }
    }

    private static func modified(_ date: ModificationDate) -> String {
        let at = DateReader.text(date.seconds).quotedForYAML
        return date.skew.map { "{ at: \(at), skew: \(Quantity.text(nanoseconds: $0)) }" } ?? at
    }

    private static func expires(_ expiry: ExpiryDate) -> String {
        switch expiry {
        case .after(let time): Quantity.text(nanoseconds: time)
        case .at(let seconds): DateReader.text(seconds).quotedForYAML
        }
    }

    private static func fields(_ fields: [HTTPField]) -> String {
        mapping(fields.map { "\($0.name.quotedForYAML): \($0.value.quotedForYAML)" })
    }

    private static func mapping(_ fields: [String]) -> String {
        fields.isEmpty ? "{}" : "{ \(fields.joined(separator: ", ")) }"
    }

    private static func cookies(_ cookies: [CookieSetting]) -> String {
        mapping(cookies.map { "\($0.name.quotedForYAML): \(cookie($0))" })
    }

    private static func cookie(_ cookie: CookieSetting) -> String {
        var fields = ["value: \(cookie.value.quotedForYAML)"]
        if let path = cookie.path { fields.append("path: \(path.quotedForYAML)") }
        if let domain = cookie.domain { fields.append("domain: \(domain.quotedForYAML)") }
        if let age = cookie.maxAge { fields.append("maxAge: \(Quantity.text(nanoseconds: age))") }
        if cookie.isSecure { fields.append("secure: true") }
        if cookie.isHTTPOnly { fields.append("httpOnly: true") }
        if let sameSite = cookie.sameSite { fields.append("sameSite: \(sameSite.rawValue)") }
        return mapping(fields)
    }

    private static func statuses(_ sequence: StatusSequence) -> String {
        let texts = sequence.statuses.map { "\($0)" }
        return texts.count == 1 ? texts[0] : "[\(texts.joined(separator: ", "))]"
    }

    private static func credentials(_ credentials: OriginCredentials) -> String {
        switch credentials {
        case .basic(let user, let password):
            "{ basic: { user: \(user.quotedForYAML), password: \(password.quotedForYAML) } }"
        case .bearer(let token): "{ bearer: \(token.quotedForYAML) }"
        }
    }

    private static func fault(_ fault: ResponseFault) -> String {
        let usual = ResponseFault(fault.kind)
        guard fault != usual else { return fault.kind.rawValue }
        var fields = ["kind: \(fault.kind.rawValue)"]
        if let after = fault.after { fields.append("after: \(Quantity.text(bytes: after))") }
        if let time = fault.lasting { fields.append("for: \(Quantity.text(nanoseconds: time))") }
        if let chunks = fault.chunks { fields.append("chunks: \(chunks)") }
        if let excess = fault.excess { fields.append("excess: \(Quantity.text(bytes: excess))") }
        if fault.probability != usual.probability {
            fields.append("probability: \(Quantity.text(ratio: fault.probability))")
        }
        if let first = fault.first { fields.append("first: \(first)") }
        return mapping(fields)
    }
}
