package import HTTP
package import Wire

/// How the origin answers: what one place of a scenario says of it, the origin, a pattern of paths or a file.
package struct ResponseBehaviour: Hashable, Sendable {
    // When and how fast.

    /// From the request's last byte to the response's first.
    package var delay: Said<TimeDistribution> = .nothing
    /// The body goes out in pieces with pauses between them.
    package var pieces: Said<ResponsePieces> = .nothing
    /// Of this response alone, in bit/s of its body.
    package var rateBps: Said<Int64> = .nothing

    // What it says of the content.

    package var etag: Said<EntityTagStrength> = .nothing
    package var lastModified: Said<ModificationDate> = .nothing
    package var cacheControl: Said<String> = .nothing
    package var expires: Said<ExpiryDate> = .nothing
    /// What the response says of the time that it has spent in caches.
    package var age: Said<Nanoseconds> = .nothing
    package var vary: Said<String> = .nothing
    /// Instead of fields of the same names.
    package var headers: [HTTPField] = []
    package var cookies: Said<[CookieSetting]> = .nothing
    package var compress: Said<[ContentCoding]> = .nothing

    // What it answers, and whom.

    package var statuses: Said<StatusSequence> = .nothing
    /// Where a status that redirects leads.
    package var redirect: Said<String> = .nothing
    package var auth: Said<OriginCredentials> = .nothing
    package var signing: Said<URLSigning> = .nothing

    // How it is put on the wire.

    package var length: Said<BodyLength> = .nothing
    package var trailers: Said<[HTTPField]> = .nothing
    /// Values of `Link` that go ahead of the response.
    package var earlyHints: Said<[String]> = .nothing
    package var fault: Said<OriginFault> = .nothing

    /// Says nothing.
    package init() {}

    /// What an origin does of which a scenario says nothing: it answers at once, with a strong entity tag.
    package static var usual: ResponseBehaviour {
        var usual = ResponseBehaviour()
        usual.delay = .value(.fixed(0))
        usual.etag = .value(.strong)
        return usual
    }
}
