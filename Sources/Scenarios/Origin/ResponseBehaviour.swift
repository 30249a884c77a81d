package import HTTP
package import Wire

/// How the origin answers, as one place of a scenario states it: the origin, a path pattern or a file.
package struct ResponseBehaviour: Hashable, Sendable {
    // Timing

    /// Time from the request's last byte to the response's first.
    package var delay: Said<TimeDistribution> = .nothing
    /// Sends the body in pieces with pauses between them.
    package var pieces: Said<ResponsePieces> = .nothing
    /// Rate limit of each response by itself, in bit/s of its body.
    package var rateBps: Said<Int64> = .nothing

    // Fields about the content

    package var etag: Said<EntityTagStrength> = .nothing
    package var lastModified: Said<ModificationDate> = .nothing
    package var cacheControl: Said<String> = .nothing
    package var expires: Said<ExpiryDate> = .nothing
    /// Value of `Age`: the time that the response spent in caches.
    package var age: Said<Nanoseconds> = .nothing
    package var vary: Said<String> = .nothing
    /// Replace fields with the same names.
    package var headers: [HTTPField] = []
    package var cookies: Said<[CookieSetting]> = .nothing
    package var compress: Said<[ContentCoding]> = .nothing

    // Status and access

    package var statuses: Said<StatusSequence> = .nothing
    /// Target of a redirecting status.
    package var redirect: Said<String> = .nothing
    package var auth: Said<OriginCredentials> = .nothing
    package var signing: Said<URLSigning> = .nothing

    // Framing and faults

    package var length: Said<BodyLength> = .nothing
    package var trailers: Said<[HTTPField]> = .nothing
    /// Values of `Link` sent in a 103 before the response.
    package var earlyHints: Said<[String]> = .nothing
    package var fault: Said<ResponseFault> = .nothing

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
