internal import HTTP

/// Decides where a redirect leads and what may be sent there. Pure.
struct RedirectJudge {
    static let statuses: Set<Int> = [301, 302, 303, 307, 308]
    /// Fields that another host must not see, or that are not meant for it.
    private static let confidential = ["Authorization", "Proxy-Authorization", "Cookie", "Host"]

    var rules: RedirectRules
    /// True if a handler decides about each redirect: the same address twice is then not yet a loop.
    var hasHandler = false

    /// The next request, after the redirects `before`. Every request is a GET, which no status changes.
    func next(after redirect: Redirect, _ sent: OutgoingRequest, before: [Redirect]) throws(FetchError)
        -> OutgoingRequest
    {
        guard before.count < rules.most else {
            let first = before.first?.from ?? redirect.from
            throw FetchError(.redirect, "\(first) redirects more than \(rules.most) times")
        }
        guard let from = URLEndpoint(url: redirect.from), let to = URLEndpoint(url: redirect.to) else {
            throw FetchError(
                .redirect,
                "\(redirect.from) redirects to \(redirect.to), which is not an http or https URL"
            )
        }
        guard to.isSecure || !from.isSecure || rules.allowsLeavingEncryption else {
            throw FetchError(.redirect, "\(redirect.from) redirects to an unencrypted URL, \(redirect.to)")
        }
        let way = before.map(\.from) + [redirect.from]
        if !hasHandler, way.contains(redirect.to) {
            let circle = (way + [redirect.to]).joined(separator: " to ")
            throw FetchError(.redirect, "redirects form a loop: \(circle)")
        }
        var next = sent
        next.url = redirect.to
        if from != to { for name in Self.confidential { next.fields[name] = nil } }
        return next
    }
}
