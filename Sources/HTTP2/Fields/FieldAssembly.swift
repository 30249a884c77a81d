internal import HTTP

/// Fields as they come out of the decompressor, up to the head or the trailers that they make.
struct FieldAssembly {
    /// What RFC 9113 counts for each field beside its bytes.
    private static let fieldOverhead = 32

    private let limit: Int
    private var size = 0
    private var pseudo: [String: String] = [:]
    private(set) var fields = HTTPFields()
    private var cookies: [String] = []

    init(limit: Int) {
        self.limit = limit
    }

    /// Nothing is kept of a list that grew too large.
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

    /// As HTTP/1 would have put it: the authority is the first field, whatever else called itself the host, and
    /// cookies that were split to compress better are one again. The session has refused requests that lack a
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

    /// nil where no status is among them: they are trailers.
    var response: HTTPResponseHead? {
        guard let status = pseudo[":status"].flatMap({ Int($0) }) else { return nil }
        return HTTPResponseHead(version: .http2, status: status, reason: "", fields: trailers)
    }

    /// The fields alone. A cookie means nothing here and stays as it was.
    var trailers: HTTPFields {
        guard !cookies.isEmpty else { return fields }
        return HTTPFields(fields.map(\.self) + cookies.map { HTTPField(name: "cookie", value: $0) })
    }
}
