import HTTP

extension ResponseBehaviour {
    /// These settings laid over `base`, setting by setting and header by header.
    package func over(_ base: ResponseBehaviour) -> ResponseBehaviour {
        var result = self
        result.delay = delay.over(base.delay)
        result.pieces = pieces.over(base.pieces)
        result.rateBps = rateBps.over(base.rateBps)
        result.etag = etag.over(base.etag)
        result.lastModified = lastModified.over(base.lastModified)
        result.cacheControl = cacheControl.over(base.cacheControl)
        result.expires = expires.over(base.expires)
        result.age = age.over(base.age)
        result.vary = vary.over(base.vary)
        result.headers = headers(over: base.headers)
        result.cookies = cookies.over(base.cookies)
        result.compress = compress.over(base.compress)
        result.statuses = statuses.over(base.statuses)
        result.redirect = redirect.over(base.redirect)
        result.auth = auth.over(base.auth)
        result.signing = signing.over(base.signing)
        result.length = length.over(base.length)
        result.trailers = trailers.over(base.trailers)
        result.earlyHints = earlyHints.over(base.earlyHints)
        result.fault = fault.over(base.fault)
        return result
    }

    private func headers(over base: [HTTPField]) -> [HTTPField] {
        let own = Set(headers.map { $0.name.lowercased() })
        return base.filter { !own.contains($0.name.lowercased()) } + headers
    }
}
