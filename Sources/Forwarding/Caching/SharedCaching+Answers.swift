package import HTTP

extension SharedCaching {
    /// Fields of a 304 (RFC 9110, 15.4.5).
    private static let unchanged: Set<String> = [
        "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// The head of a stored response as `request` gets it: 304 if its client has that state already.
    package func head(
        of stored: StoredResponse,
        for request: HTTPRequestHead,
        _ status: CacheStatus,
        now: Int64
    ) -> HTTPResponseHead {
        var head = HTTPResponseHead(status: stored.status, fields: stored.fields)
        if isHeld(stored, by: request, now) {
            head = HTTPResponseHead(
                status: 304,
                fields: HTTPFields(stored.fields.filter { Self.unchanged.contains($0.name.lowercased()) })
            )
        }
        head.fields["Age"] = String(min(rules.age(of: stored, now: now), Int64(CacheControl.longestAge)))
        head.fields.append("Cache-Status", status.description)
        return head
    }

    /// True if an error of the server counts as a failure for `stale-if-error` (RFC 5861, 4).
    package static func isFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

    private func isHeld(_ stored: StoredResponse, by request: HTTPRequestHead, _ now: Int64) -> Bool {
        // Conditions count only if the request would succeed without them.
        guard (200..<300).contains(stored.status) else { return false }
        let date = HTTPDate(secondsSince1970: now / 1_000_000_000)
        let validators = Validators(
            tag: stored.fields["ETag"].flatMap { EntityTag(parsing: $0) },
            lastModified: stored.fields["Last-Modified"].flatMap { HTTPDate(parsing: $0, now: date) }
        )
        return Preconditions(request.fields, now: date).outcome(of: request.method, on: validators)
            == .notModified
    }
}
