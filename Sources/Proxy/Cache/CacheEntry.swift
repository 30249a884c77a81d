import HTTP
import JSON

/// The head of a stored response, as its file holds it.
struct CacheEntry: Hashable, Sendable {
    private static let schema = "netlab.cache/1"

    var url: String
    var response: StoredResponse
    var bodyBytes: Int

    init(url: String, _ response: StoredResponse, bodyBytes: Int) {
        self.url = url
        self.response = response
        self.bodyBytes = bodyBytes
    }

    /// nil if the bytes are no whole entry of this version.
    init?(_ bytes: [UInt8]) {
        guard let value = try? JSONValue(parsing: bytes), value["schema"]?.text == Self.schema,
            let url = value["url"]?.text, let bodyBytes = value["bodyBytes"]?.int,
            let status = value["status"]?.int, let requestedAt = value["requestedAtNs"]?.int64,
            let respondedAt = value["respondedAtNs"]?.int64,
            let request = value["request"].flatMap(Self.fields),
            let fields = value["fields"].flatMap(Self.fields)
        else { return nil }
        self.url = url
        self.bodyBytes = bodyBytes
        response = StoredResponse(
            request: request,
            status: status,
            fields: fields,
            requestedAt: requestedAt,
            respondedAt: respondedAt
        )
    }

    /// One line of JSON.
    var bytes: [UInt8] {
        let value: JSONValue = [
            "schema": .string(Self.schema), "url": .string(url), "bodyBytes": bodyBytes.json,
            "status": response.status.json, "requestedAtNs": .integer(response.requestedAt),
            "respondedAtNs": .integer(response.respondedAt), "request": Self.json(response.request),
            "fields": Self.json(response.fields),
        ]
        return Array("\(value.line)\n".utf8)
    }

    private static func json(_ fields: HTTPFields) -> JSONValue {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    private static func fields(_ value: JSONValue) -> HTTPFields? {
        guard case .array(let pairs) = value else { return nil }
        var fields = HTTPFields()
        for pair in pairs {
            guard case .array(let words) = pair, words.count == 2, let name = words[0].text,
                let value = words[1].text
            else { return nil }
            fields.append(name, value)
        }
        return fields
    }
}
