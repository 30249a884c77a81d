import Figures
import HTTP
package import JSON
import Wire

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
