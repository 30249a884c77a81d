import Wire

extension CacheRules {
    /// What a request adds to ask whether `stored` still holds (RFC 9111, 4.3.1): its entity tag, or the date of its last
    /// change where it has none. `request` are the fields of the request itself; where they ask for another variant than
    /// the stored one, only the tag can tell whether it serves.
    package static func conditions(on stored: StoredResponse, for request: HTTPFields) -> HTTPFields {
        if let tag = stored.fields["ETag"], isSendable(tag) { return ["If-None-Match": tag] }
        guard stored.answers(request), let date = stored.fields["Last-Modified"], isSendable(date) else {
            return [:]
        }
        return ["If-Modified-Since": date]
    }

    /// True where a 304 with these fields speaks of `stored`, and not of another state (RFC 9111, 4.3.4).
    package static func confirms(_ notModified: HTTPFields, _ stored: StoredResponse) -> Bool {
        if let sent = notModified["ETag"] {
            guard let held = stored.fields["ETag"] else { return false }
            guard let sentTag = EntityTag(parsing: sent), let heldTag = EntityTag(parsing: held) else {
                return sent == held
            }
            return sentTag.matchesWeakly(heldTag)
        }
        guard stored.fields["ETag"] == nil, let sent = notModified["Last-Modified"] else { return true }
        return sent == stored.fields["Last-Modified"]
    }

    /// A stored response as a 304 leaves it: fresh from now on, with the fields that the 304 says anew (RFC 9111, 3.2).
    package static func freshened(
        _ stored: StoredResponse,
        by notModified: HTTPFields,
        request: HTTPFields,
        requestedAt: Int64,
        respondedAt: Int64
    ) -> StoredResponse {
        var updated = stored
        // An age belongs to the response that states it.
        updated.fields["Age"] = nil
        let said = storable(notModified).filter { !isOfContent($0.name) }
        for name in Set(said.map { $0.name.lowercased() }) { updated.fields[name] = nil }
        for field in said { updated.fields.append(field.name, field.value) }
        updated.request = request
        updated.requestedAt = requestedAt
        updated.respondedAt = respondedAt
        return updated
    }

    /// What of a response's fields is kept: not what belongs to the connection that brought it (RFC 9111, 3.1).
    package static func storable(_ fields: HTTPFields) -> HTTPFields {
        guard fields.mayHave(connectionNames) else { return fields }
        let left = connectionFields.union(fields.tokens("Connection"))
        return HTTPFields(fields.filter { !left.contains($0.name.lowercased()) })
    }

    /// True where a response makes what is stored under its request's URL invalid (RFC 9111, 4.4).
    package static func invalidates(method: String, status: Int) -> Bool {
        !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) && (200..<400).contains(status)
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]

    private static let connectionNames = HTTPFieldNames(connectionFields)

    /// Of the bytes that are stored: a 304, which has none, cannot change it.
    private static func isOfContent(_ name: String) -> Bool {
        ["content-encoding", "content-length", "content-range", "content-type"].contains(name.lowercased())
    }

    /// True where the value can stand in a request as it came.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}
