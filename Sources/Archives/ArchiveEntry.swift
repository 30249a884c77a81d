import Figures
import HTTP
package import JSON
package import Wire

/// One exchange of an archive.
package struct ArchiveEntry: Hashable, Sendable {
    /// Nanoseconds since 1970; nil if the archive does not tell.
    package var started: Int64?
    package var duration: Nanoseconds?
    package var request: ArchiveRequest
    package var response: ArchiveResponse
    package var timings = ArchiveTimings()
    package var serverAddress: String?
    /// Exchanges of one connection have the same name.
    package var connection: String?
    /// The browser had the response cached.
    package var isFromCache = false
    /// What the tool says of a failure; nil if it says nothing.
    package var failure: String?
    /// The page that it belongs to; nil without one.
    package var page: String?
    /// What the format lacks.
    package var details: JSONValue?

    package init(started: Int64?, request: ArchiveRequest, response: ArchiveResponse) {
        self.started = started
        self.request = request
        self.response = response
    }
}

// MARK: Reading

extension ArchiveEntry {
    /// Reads an entry. Values that one tool omits, gives as -1 or stores under its own name are looked up in
    /// every possible place. Contents take long to decode, and not every reader needs them.
    package init(_ json: JSONValue, withContents: Bool = true) {
        let (asked, told) = (json["request"], json["response"])
        var request = ArchiveRequest(
            method: asked?["method"]?.text ?? "GET",
            url: asked?["url"]?.text ?? ""
        )
        request.version = asked?["httpVersion"]?.text ?? ""
        request.fields = Self.fields(asked)
        request.headerBytes = Self.bytes(asked?["headersSize"]).flatMap { $0 >= 0 ? $0 : nil }
        request.bodyBytes = Self.bytes(asked?["bodySize"]).flatMap { $0 >= 0 ? $0 : nil }
        if withContents { request.content = asked?["postData"].flatMap { Self.content($0) } }
        let started = json["startedDateTime"]?.text.flatMap(TimestampReading.nanoseconds)
        self.init(started: started, request: request, response: Self.response(told, withContents))
        duration = Self.nanoseconds(json["time"])
        timings = Self.timings(json["timings"])
        serverAddress = json["serverIPAddress"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        connection = json["connection"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        // Chrome's field, and Safari's.
        isFromCache = json["_fromCache"]?.text != nil || json["_fetchType"]?.text?.hasSuffix(" Cache") == true
        // Chrome's field and Charles's.
        failure = told?["_error"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        if let status = json["_charlesStatus"]?.text, status != "COMPLETE" { failure = failure ?? status }
        page = json["pageref"]?.text.flatMap { $0.isEmpty ? nil : $0 }
        details = json["_netlab"]
    }

    private static func response(_ json: JSONValue?, _ withContents: Bool) -> ArchiveResponse {
        // Tools write numbers of any size.
        let number = json?["status"]?.number ?? 0
        var response = ArchiveResponse(status: number >= 0 && number < 1000 ? Int(number) : 0)
        response.version = json?["httpVersion"]?.text ?? ""
        response.fields = fields(json)
        let type = json?["content"]?["mimeType"]?.text ?? response.fields.value(of: "content-type")
        response.mediaType = type.flatMap { $0.isEmpty || $0 == "x-unknown" ? nil : $0 }
        if withContents { response.content = json?["content"].flatMap { content($0) } }
        response.headerBytes = bytes(json?["headersSize"]).flatMap { $0 >= 0 ? $0 : nil }
        response.savedBytes = bytes(json?["content"]?["compression"])
        response.decodedBytes = bytes(json?["content"]?["size"]).flatMap { $0 >= 0 ? $0 : nil }
        response.bodyBytes = bodyBytes(json, response.content)
        return response
    }

    /// The body as transferred.
    private static func bodyBytes(_ json: JSONValue?, _ content: [UInt8]?) -> Int {
        if let size = bytes(json?["bodySize"]), size > 0 { return size }
        if let whole = bytes(json?["_transferSize"]), whole > 0 {
            return max(0, whole - max(0, bytes(json?["headersSize"]) ?? 0))
        }
        let size = bytes(json?["content"]?["size"]) ?? content?.count ?? 0
        return max(0, max(0, size) - max(0, bytes(json?["content"]?["compression"]) ?? 0))
    }

    private static func content(_ json: JSONValue) -> [UInt8]? {
        guard let text = json["text"]?.text else { return nil }
        let isEncoded = json["encoding"]?.text?.lowercased() == "base64"
        guard let bytes = isEncoded ? Base64.decoded(Array(text.utf8)[...]) : Array(text.utf8) else {
            return nil
        }
        // Text may be in another encoding than it was sent in, and long bodies are cut.
        if let size = self.bytes(json["size"]), size > 0, size != bytes.count { return nil }
        return bytes
    }

    private static func fields(_ json: JSONValue?) -> [HTTPField] {
        (json?["headers"]?.elements ?? []).compactMap { field in
            guard let name = field["name"]?.text, let value = field["value"]?.text else { return nil }
            return HTTPField(name: name, value: value)
        }
    }

    private static func timings(_ json: JSONValue?) -> ArchiveTimings {
        var timings = ArchiveTimings()
        timings.blocked = nanoseconds(json?["blocked"])
        timings.lookup = nanoseconds(json?["dns"])
        timings.connect = nanoseconds(json?["connect"])
        timings.secure = nanoseconds(json?["ssl"])
        timings.send = nanoseconds(json?["send"])
        timings.wait = nanoseconds(json?["wait"])
        timings.receive = nanoseconds(json?["receive"])
        return timings
    }

    /// nil for -1, which stands for a phase that did not occur.
    private static func nanoseconds(_ milliseconds: JSONValue?) -> Nanoseconds? {
        milliseconds?.number.flatMap { $0 >= 0 && $0 < 1e9 ? Nanoseconds(($0 * 1e6).rounded()) : nil }
    }

    private static func bytes(_ value: JSONValue?) -> Int? {
        value?.number.flatMap { Int(exactly: $0.rounded()) }
    }
}

// MARK: JSON

extension ArchiveEntry: JSONRepresentable {
    /// Times are milliseconds with nanosecond precision; `_netlab` holds what the format lacks.
    package var json: JSONValue {
        var members: [JSONValue.Member] = []
        func add(_ key: String, _ value: JSONValue?) {
            if let value { members.append(JSONValue.Member(key: key, value: value)) }
        }
        add("pageref", page?.json)
        add("startedDateTime", Self.date(started ?? 0).json)
        add("time", Self.milliseconds(duration ?? timings.total))
        add("request", request.json)
        add("response", response.json)
        add("cache", [:])
        add("timings", timings.json)
        add("serverIPAddress", serverAddress?.json)
        add("connection", connection?.json)
        add("_netlab", details)
        return .object(members)
    }

    /// No more digits than needed: many readers take no nanoseconds.
    private static func date(_ wall: Int64) -> String {
        let whole = TimestampFormat.precise(wall)
        return wall.isMultiple(of: 1000) ? "\(whole.dropLast(4))Z" : whole
    }

    /// The format's value for a phase that did not occur is -1.
    fileprivate static func milliseconds(_ time: Nanoseconds?) -> JSONValue {
        guard let time else { return .integer(-1) }
        return time.isMultiple(of: 1_000_000) ? (time / 1_000_000).json : (Double(time) / 1e6).json
    }
}

extension ArchiveTimings {
    /// The format allows -1 only for the phases before the request is sent.
    fileprivate var json: JSONValue {
        [
            "blocked": ArchiveEntry.milliseconds(blocked), "dns": ArchiveEntry.milliseconds(lookup),
            "connect": ArchiveEntry.milliseconds(connect), "ssl": ArchiveEntry.milliseconds(secure),
            "send": ArchiveEntry.milliseconds(send ?? 0), "wait": ArchiveEntry.milliseconds(wait ?? 0),
            "receive": ArchiveEntry.milliseconds(receive ?? 0),
        ]
    }
}

extension ArchiveRequest {
    fileprivate var json: JSONValue {
        let query = url.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst()
        var members: [JSONValue.Member] = [
            JSONValue.Member(key: "method", value: method.json),
            JSONValue.Member(key: "url", value: url.json),
            JSONValue.Member(key: "httpVersion", value: version.json),
            JSONValue.Member(key: "cookies", value: .cookies(fields, "cookie", by: ";")),
            JSONValue.Member(key: "headers", value: .headers(fields)),
            JSONValue.Member(
                key: "queryString",
                value: .array(query.split(separator: "&").map { .item($0) })
            ),
            JSONValue.Member(key: "headersSize", value: (headerBytes ?? -1).json),
            JSONValue.Member(key: "bodySize", value: (bodyBytes ?? -1).json),
        ]
        if let content {
            let posted: JSONValue = .content(content, ["mimeType": (mediaType ?? "x-unknown").json])
            members.append(JSONValue.Member(key: "postData", value: posted))
        }
        return .object(members)
    }
}

extension ArchiveResponse {
    fileprivate var json: JSONValue {
        let size = decodedBytes ?? bodyBytes ?? 0
        let about: JSONValue = [
            "size": size.json, "compression": (savedBytes ?? 0).json,
            "mimeType": (mediaType ?? "x-unknown").json,
        ]
        return [
            "status": status.json, "statusText": HTTPResponseHead.usualReason(status).json,
            "httpVersion": version.json, "cookies": .cookies(fields, "set-cookie", by: nil),
            "headers": .headers(fields), "content": content.map { .content($0, about) } ?? about,
            "redirectURL": (fields.value(of: "location") ?? "").json,
            "headersSize": (headerBytes ?? -1).json, "bodySize": (bodyBytes ?? -1).json,
        ]
    }
}

extension JSONValue {
    fileprivate static func headers(_ fields: [HTTPField]) -> JSONValue {
        .array(fields.map { ["name": $0.name.json, "value": $0.value.json] })
    }

    fileprivate static func item(_ item: Substring) -> JSONValue {
        let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return [
            "name": String(parts.first ?? "").json, "value": String(parts.count > 1 ? parts[1] : "").json,
        ]
    }

    /// A request has one field for all cookies. A response has one for each, before its attributes.
    fileprivate static func cookies(_ fields: [HTTPField], _ name: String, by mark: Character?) -> JSONValue {
        let texts = fields.filter { $0.name.lowercased() == name }.flatMap { field in
            mark.map { field.value.split(separator: $0) } ?? [field.value.prefix { $0 != ";" }]
        }
        return .array(texts.map { item($0.drop { $0 == " " }) })
    }

    /// Content as text if it is UTF-8, or else in base64, after what is said `about` it.
    fileprivate static func content(_ bytes: [UInt8], _ about: JSONValue) -> JSONValue {
        guard case .object(var members) = about else { return about }
        if let text = String(validating: bytes, as: UTF8.self) {
            members.append(JSONValue.Member(key: "text", value: text.json))
        } else {
            members.append(JSONValue.Member(key: "text", value: Base64.encoded(bytes).json))
            members.append(JSONValue.Member(key: "encoding", value: "base64"))
        }
        return .object(members)
    }
}
