internal import HTTP

/// Where a redirect leads and what may be sent there: a pure decision.
struct RedirectJudge {
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// What another host must not see, or would not be meant for it.
    private static let confidential = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]

    var rules: RedirectRules
    /// Somebody decides about each one: then the same address twice is no circle yet.
    var hasHandler = false

    /// What to send next, after those `before`. Every request is a GET, which no status changes.
    func next(after redirect: Redirect, _ sent: OutgoingRequest, before: [Redirect]) throws(FetchError)
        -> OutgoingRequest
    {
        guard before.count < rules.most else {
            let first = before.first?.from ?? redirect.from
            throw FetchError(.redirect, "\(first) led on more than \(rules.most) times")
        }
        guard let from = URLEndpoint(url: redirect.from), let to = URLEndpoint(url: redirect.to) else {
            throw FetchError(
                .redirect,
                "\(redirect.from) leads to \(redirect.to), which is no http or https URL"
            )
        }
        guard to.isSecure || !from.isSecure || rules.allowsLeavingEncryption else {
            throw FetchError(.redirect, "\(redirect.from) leads out of encryption, to \(redirect.to)")
        }
        let way = before.map(\.from) + [redirect.from]
        if !hasHandler, way.contains(redirect.to) {
            let circle = (way + [redirect.to]).joined(separator: " to ")
            throw FetchError(.redirect, "redirects go round in a circle, from \(circle)")
        }
        var next = sent
        next.url = redirect.to
        if from != to { for name in Self.confidential { next.fields[name] = nil } }
        return next
    }
}
