import Wire

extension CacheRules {
    /// The fields that revalidate `stored` (RFC 9111, 4.3.1): its entity tag, or else its last modification
    /// date. `request` holds the request's own fields; if they select another variant than the stored one,
    /// only the tag can tell whether it can be used.
    package static func conditions(on stored: StoredResponse, for request: HTTPFields) -> HTTPFields {
        if let tag = stored.fields["ETag"], isSendable(tag) { return ["If-None-Match": tag] }
        guard stored.answers(request), let date = stored.fields["Last-Modified"], isSendable(date) else {
            return [:]
        }
        return ["If-Modified-Since": date]
    }

    /// True if a 304 with these fields is about `stored`, and not about another state (RFC 9111, 4.3.4).
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

    /// Whether the head of a response to HEAD describes `stored`, whose body has that many bytes (RFC 9111, 4.3.5), or
    /// another state. nil without a validator that tells: content of the same length may be another.
    package static func describes(_ head: HTTPResponseHead, _ stored: StoredResponse, bodyBytes: Int) -> Bool?
    {
        guard head.status == stored.status else { return nil }
        let length = head.fields["Content-Length"]
        let told = length.flatMap { HTTPText.number(HTTPText.bytes($0)) }
        let validators = ["ETag", "Last-Modified"].map { (head.fields[$0], stored.fields[$0]) }
        if length != nil && told != bodyBytes || validators.contains(where: { $0 != $1 }) { return false }
        return validators.contains { $0.0 != nil } ? true : nil
    }

    /// A stored response updated by a 304, or by the head of a response to HEAD: fresh from now on, with the fields that
    /// it gives anew (RFC 9111, 3.2 and 4.3.5).
    package static func freshened(
        _ stored: StoredResponse,
        by update: HTTPFields,
        request: HTTPFields,
        requestedAt: Int64,
        respondedAt: Int64
    ) -> StoredResponse {
        var updated = stored
        updated.fields.renew(with: storable(update).filter { !isOfContent($0.name) })
        updated.request = request
        updated.requestedAt = requestedAt
        updated.respondedAt = respondedAt
        return updated
    }

    /// The fields of a response that are kept: all but those of the connection that brought it (RFC 9111,
    /// 3.1).
    package static func storable(_ fields: HTTPFields) -> HTTPFields {
        guard fields.mayHave(connectionNames) else { return fields }
        let left = connectionFields.union(fields.tokens("Connection"))
        return HTTPFields(fields.filter { !left.contains($0.name.lowercased()) })
    }

    /// True if a response invalidates what is stored under its request's URL (RFC 9111, 4.4).
    package static func invalidates(method: String, status: Int) -> Bool {
        !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) && (200..<400).contains(status)
    }

    private static let connectionFields: Set<String> = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "transfer-encoding", "upgrade",
    ]

    private static let connectionNames = HTTPFieldNames(connectionFields)

    /// True for fields that describe the stored bytes: a 304, which has none, cannot change them.
    private static func isOfContent(_ name: String) -> Bool {
        ["content-encoding", "content-length", "content-range", "content-type"].contains(name.lowercased())
    }

    /// True if the value can be sent in a request unchanged.
    private static func isSendable(_ value: String) -> Bool {
        !value.isEmpty && value.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    }
}

extension HTTPFields {
    /// What a later response about the same content says counts in place of what was said before.
    package mutating func renew(with later: some Sequence<HTTPField>) {
        // An `Age` belongs to the response that states it.
        self["Age"] = nil
        for name in Set(later.map { $0.name.lowercased() }) { self[name] = nil }
        for field in later { append(field.name, field.value) }
    }
}
