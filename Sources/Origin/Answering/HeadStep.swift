import HTTP
import Scenarios
import Serving
import Wire

/// Fields of an answer that the scenario asks for.
enum HeadStep {
    private static let second: Nanoseconds = 1_000_000_000

    static func complete(_ response: inout ServedResponse, _ inquiry: Inquiry) {
        let behaviour = inquiry.behaviour
        var fields = response.head.fields
        if let control = behaviour.cacheControl.value { fields["Cache-Control"] = control }
        if let expiry = behaviour.expires.value { fields["Expires"] = "\(date(expiry, inquiry.now))" }
        if let age = behaviour.age.value { fields["Age"] = String(age / second) }
        if let vary = behaviour.vary.value {
            let others = fields.values("Vary")
            fields["Vary"] = vary
            for other in others { fields.vary(on: other) }
        }
        for cookie in behaviour.cookies.value ?? [] {
            if let text = SetCookie(cookie) { fields.append("Set-Cookie", "\(text)") }
        }
        if let alternative = inquiry.alternative { fields["Alt-Svc"] = alternative }
        for field in behaviour.headers { fields[field.name] = field.value }
        response.head.fields = fields
        if let hints = behaviour.earlyHints.value {
            let links = HTTPFields(hints.map { HTTPField(name: "Link", value: $0) })
            response.interim.append(HTTPResponseHead(status: 103, reason: "Early Hints", fields: links))
        }
    }

    private static func date(_ expiry: ExpiryDate, _ now: HTTPDate) -> HTTPDate {
        switch expiry {
        case .after(let time): HTTPDate(secondsSince1970: now.secondsSince1970 + time / second)
        case .at(let seconds): HTTPDate(secondsSince1970: seconds)
        }
    }
}

extension SetCookie {
    /// nil if a part cannot be written in a field; scenario parsing refuses such parts.
    fileprivate init?(_ cookie: CookieSetting) {
        self.init(cookie.name, cookie.value, domain: cookie.domain, path: cookie.path)
        maxAge = cookie.maxAge.map { Int($0 / 1_000_000_000) }
        isSecure = cookie.isSecure
        isHTTPOnly = cookie.isHTTPOnly
        switch cookie.sameSite {
        case .strict: sameSite = .strict
        case .lax: sameSite = .lax
        case .unrestricted: sameSite = SameSite.none
        case nil: sameSite = nil
        }
    }
}
