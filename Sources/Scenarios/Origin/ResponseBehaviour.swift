package import HTTP
package import Wire

/// How the origin answers, as one place of a scenario states it: the origin, a path pattern or a file.
package struct ResponseBehaviour: Hashable, Sendable {
    // Timing

    /// Time from the request's last byte to the response's first.
    package var delay: StatedValue<TimeDistribution> = .nothing
    /// Sends the body in pieces with pauses between them.
    package var pieces: StatedValue<ResponsePieces> = .nothing
    /// Rate limit of each response by itself, in bit/s of its body.
    package var rateBps: StatedValue<Int64> = .nothing

    // Fields about the content

    package var etag: StatedValue<EntityTagStrength> = .nothing
    package var lastModified: StatedValue<ModificationDate> = .nothing
    package var cacheControl: StatedValue<String> = .nothing
    package var expires: StatedValue<ExpiryDate> = .nothing
    /// Value of `Age`: the time that the response spent in caches.
    package var age: StatedValue<Nanoseconds> = .nothing
    package var vary: StatedValue<String> = .nothing
    /// Replace fields with the same names.
    package var headers: [HTTPField] = []
    package var cookies: StatedValue<[CookieSetting]> = .nothing
    package var compress: StatedValue<[ContentCoding]> = .nothing

    // Status and access

    package var statuses: StatedValue<StatusSequence> = .nothing
    /// Target of a redirecting status.
    package var redirect: StatedValue<String> = .nothing
    package var auth: StatedValue<OriginCredentials> = .nothing
    package var signing: StatedValue<URLSigning> = .nothing

    // Framing and faults

    package var length: StatedValue<BodyLength> = .nothing
    package var trailers: StatedValue<[HTTPField]> = .nothing
    /// Values of `Link` sent in a 103 before the response.
    package var earlyHints: StatedValue<[String]> = .nothing
    package var fault: StatedValue<ResponseFault> = .nothing

    /// Leaves everything unsaid.
    package init() {}

    /// Defaults of an origin: it answers at once, with a strong entity tag.
    package static var usual: ResponseBehaviour {
        var usual = ResponseBehaviour()
        usual.delay = .value(.fixed(0))
        usual.etag = .value(.strong)
        return usual
    }
}

// MARK: Freshness

extension ResponseBehaviour {
    private static let fieldsOfFreshness = ["cache-control", "expires", "last-modified"]

    /// True if the response states anything from which a cache can compute its freshness.
    package var statesFreshness: Bool {
        cacheControl.value != nil || expires.value != nil || lastModified.value != nil
            || headers.contains { Self.fieldsOfFreshness.contains($0.name.lowercased()) }
    }
}

// MARK: Layers

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
