import HTTP
package import Wire

/// One exchange of an archive without its heads and bodies: what an inspection shows of it.
package struct ArchivedExchange: Hashable, Sendable {
    /// A longer URL is one that contains its own data.
    private static let longestURL = 4096
    /// Larger sizes and later times are no figures, and could not be added up.
    private static let mostBytes = 1 << 50
    private static let latest: Int64 = 1 << 62

    /// Its place in the archive, from 1.
    package var number: Int
    package var method: String
    package var url: String
    /// nil if no response came.
    package var status: Int?
    package var version: String
    package var mediaType: String?
    package var contentCoding: String?
    /// Nanoseconds since 1970; nil if the archive does not tell.
    package var started: Int64?
    /// The time that the archive states for all of it.
    package var total: Nanoseconds?
    /// TLS is within the connection, even if the archive counts it apart.
    package var timings: ArchiveTimings
    package var requestHeaderBytes: Int?
    package var requestBodyBytes: Int?
    package var headerBytes: Int?
    /// The body as transferred.
    package var bodyBytes: Int?
    package var decodedBytes: Int?
    package var connection: String?
    package var serverAddress: String?
    package var isFromCache: Bool
    /// What the tool that wrote the archive says of a failure.
    package var failure: String?

    package init(_ entry: ArchiveEntry, number: Int) {
        self.number = number
        method = entry.request.method
        url = String(entry.request.url.prefix(Self.longestURL))
        status = entry.response.status > 0 ? entry.response.status : nil
        version = entry.response.version.isEmpty ? entry.request.version : entry.response.version
        mediaType = entry.response.mediaType
        contentCoding = entry.response.fields.value(of: "content-encoding")
        started = entry.started.flatMap { 0...Self.latest ~= $0 ? $0 : nil }
        total = entry.duration
        timings = entry.timings.withTLSInConnection(of: entry.duration)
        func size(_ bytes: Int?) -> Int? { bytes.flatMap { 0...Self.mostBytes ~= $0 ? $0 : nil } }
        requestHeaderBytes = size(entry.request.headerBytes)
        requestBodyBytes = size(entry.request.bodyBytes)
        headerBytes = size(entry.response.headerBytes)
        bodyBytes = size(entry.response.bodyBytes)
        decodedBytes = size(entry.response.decodedBytes)
        connection = entry.connection
        serverAddress = entry.serverAddress
        isFromCache = entry.isFromCache
        failure = entry.failure
    }

    /// From the request's first byte to the response's last, as captures measure it; nil if it is not known.
    package var duration: Nanoseconds? {
        guard let wait = timings.wait, let receive = timings.receive else { return nil }
        return (timings.send ?? 0) + wait + receive
    }

    /// From the start of the entry to the request's first byte.
    package var setUp: Nanoseconds {
        (timings.blocked ?? 0) + (timings.lookup ?? 0) + (timings.connect ?? 0)
    }

    /// When the request's first byte was sent, in nanoseconds since 1970.
    package var requestSent: Int64? { started.map { $0 + setUp } }
    package var firstByte: Int64? {
        guard let requestSent, let wait = timings.wait else { return nil }
        return requestSent + (timings.send ?? 0) + wait
    }
    package var lastByte: Int64? {
        guard let firstByte, let receive = timings.receive else { return nil }
        return firstByte + receive
    }

    /// Host in lower case without port; empty if the URL has none.
    package var host: String {
        guard let scheme = url.firstRange(of: "://") else { return "" }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let name = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") { return name[...end].lowercased() }
        return name.prefix { $0 != ":" }.lowercased()
    }

    /// The media type without parameters, in lower case; empty if unknown.
    package var mediaKind: String {
        (mediaType ?? "").prefix { $0 != ";" && $0 != "," }.filter { $0 != " " }.lowercased()
    }
}
