internal import HTTP

/// Collects decompressed fields into a head or trailers.
struct FieldAssembly {
    /// Bytes that RFC 9113 adds for each field.
    private static let fieldOverhead = 32

    private let limit: Int
    private var size = 0
    private var pseudo: [String: String] = [:]
    private(set) var fields = HTTPFields()
    private var cookies: [String] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// A list that grew too large is dropped.
    var isOversized: Bool { size > limit }

    mutating func add(name: ArraySlice<UInt8>, value: ArraySlice<UInt8>) {
        guard !isOversized else { return }
        size += name.count + value.count + Self.fieldOverhead
        guard !isOversized else {
            (pseudo, fields, cookies) = ([:], HTTPFields(), [])
            return
        }
        let text = HTTPText.string(value)
        let name = HTTPText.string(name)
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
    var request: HTTPRequestHead {
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
            version: .http2,
            fields: HTTPFields(lines)
        )
    }

    /// nil if there is no status among them: they are trailers.
    var response: HTTPResponseHead? {
        guard let status = pseudo[":status"].flatMap({ Int($0) }) else { return nil }
        return HTTPResponseHead(version: .http2, status: status, reason: "", fields: trailers)
    }

    /// The fields alone. A cookie has no meaning here and stays unchanged.
    var trailers: HTTPFields {
        guard !cookies.isEmpty else { return fields }
        return HTTPFields(fields.map(\.self) + cookies.map { HTTPField(name: "cookie", value: $0) })
    }
}
