package import HTTP

/// Collects decompressed fields into a head or trailers.
package struct FieldAssembly {
    /// Bytes that RFC 9113 adds for each field.
    private static let fieldOverhead = 32
    /// A list that is longer than allowed is read to its end, since the next one needs the table that it leaves, up to
    /// this many times the limit.
    private static let tolerance = 4

    private let limit: Int
    private var size = 0
    private var pseudo: [String: String] = [:]
    private(set) var fields = HTTPFields()
    private var cookies: [String] = []

    package init(limit: Int) {
        self.limit = limit
    }

    /// A list that grew too large is dropped.
    package var isOversized: Bool { size > limit }

    /// So long that it is not read to its end. One byte may stand for a field of 4 kB that was sent once.
    package var isBomb: Bool { size / Self.tolerance > limit }

    package mutating func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        size += name.count + value.count + Self.fieldOverhead
        guard !isOversized else {
            if !pseudo.isEmpty || !cookies.isEmpty || !fields.isEmpty {
                (pseudo, fields, cookies) = ([:], HTTPFields(), [])
            }
            return
        }
        let text = HTTPText.string(Array(value)[...])
        let name = HTTPText.string(Array(name)[...])
        if name.hasPrefix(":") {
            pseudo[name] = text
        } else if name == "cookie" {
            cookies.append(text)
        } else {
            fields.append(name, text)
        }
    }

    /// The request in HTTP/1's form: the authority is the first field and replaces any other `Host`, and
    /// cookies that were split for compression are joined again. The session has refused requests that lack a
    /// pseudo-field.
    package func request(_ version: HTTPVersion = .http2) -> HTTPRequestHead {
        var lines: [HTTPField] = []
        let authority = pseudo[":authority"]
        if let authority { lines.append(HTTPField(name: "host", value: authority)) }
        lines += authority == nil ? fields.map(\.self) : fields.filter { $0.name != "host" }
        if !cookies.isEmpty {
            lines.append(HTTPField(name: "cookie", value: cookies.joined(separator: "; ")))
        }
        return HTTPRequestHead(
            method: pseudo[":method"] ?? "",
            target: pseudo[":path"] ?? authority ?? "",
            version: version,
            fields: HTTPFields(lines)
        )
    }

    /// nil if there is no status among them: they are trailers.
    package func response(_ version: HTTPVersion = .http2) -> HTTPResponseHead? {
        guard let status = pseudo[":status"].flatMap({ Int($0) }) else { return nil }
        return HTTPResponseHead(version: version, status: status, reason: "", fields: trailers)
    }

    /// The fields alone. A cookie has no meaning here and stays unchanged.
    package var trailers: HTTPFields {
        guard !cookies.isEmpty else { return fields }
        return HTTPFields(fields.map(\.self) + cookies.map { HTTPField(name: "cookie", value: $0) })
    }
}
