package import HTTP

extension SharedCaching {
    /// Fields of a 304 (RFC 9110, 15.4.5).
    private static let unchanged: Set<String> = [
        "cache-control", "content-location", "date", "etag", "expires", "last-modified", "vary",
    ]

    /// A stored response of `bodyBytes` as `request` gets it: 304 if its client has that state already, or the part that
    /// it asks for. `content` is the range of the stored body that goes with it.
    package func answer(
        with stored: StoredResponse,
        bodyBytes: Int,
        to request: HTTPRequestHead,
        _ status: CacheStatus,
        now: Int64
    ) -> (head: HTTPResponseHead, content: Range<Int>) {
        var head = HTTPResponseHead(status: stored.status, fields: stored.fields)
        var content = 0..<bodyBytes
        if isHeld(stored, by: request, now) {
            head = HTTPResponseHead(
                status: 304,
                fields: HTTPFields(stored.fields.filter { Self.unchanged.contains($0.name.lowercased()) })
            )
            content = 0..<0
        } else if let part = part(of: stored, bodyBytes, for: request, now) {
            head.status = part.place == nil ? 416 : 206
            head.fields["Content-Range"] = part.told.description
            content = part.place ?? 0..<0
            head.fields["Content-Length"] = String(content.count)
        } else if stored.isPart {
            head.status = 200
            head.fields["Content-Range"] = nil
            head.fields["Content-Length"] = String(bodyBytes)
        }
        if !status.isConfirmed {
            for name in rules.control(of: stored).revalidatedFields { head.fields[name] = nil }
        }
        head.fields["Age"] = String(min(rules.age(of: stored, now: now), Int64(CacheControl.longestAge)))
        head.fields.append("Cache-Status", status.description)
        return (head, content)
    }

    /// Whether a stored response may be the answer: a part only if it has all that is asked for.
    func mayFit(_ stored: StoredResponse, _ request: HTTPRequestHead, _ now: Int64) -> Bool {
        guard stored.isPart, !stored.hasWhole else { return true }
        return part(of: stored, stored.part?.part?.count ?? 0, for: request, now)?.place != nil
    }

    /// The part that the request asks for: its place in the stored body, nil if there is no such part (416), and what is
    /// told of it. nil if the whole is the answer, or if the stored part does not have what is asked for. Several parts
    /// are answered with the whole.
    private func part(
        of stored: StoredResponse,
        _ bodyBytes: Int,
        for request: HTTPRequestHead,
        _ now: Int64
    ) -> (place: Range<Int>?, told: ContentRange)? {
        guard request.method == "GET", stored.status == 200 || stored.isPart,
            let ranges = RequestedRanges(request.fields)
        else { return nil }
        let date = HTTPDate(secondsSince1970: now / 1_000_000_000)
        if let condition = IfRange(request.fields, now: date),
            !condition.matches(validators(stored, date), now: date)
        {
            return nil
        }
        guard stored.isPart, !stored.hasWhole else {
            switch ranges.selection(of: bodyBytes) {
            case .parts(let parts) where parts.count == 1:
                return (parts[0], ContentRange(parts[0], of: bodyBytes))
            case .unsatisfiable: return (nil, ContentRange(unsatisfiedOf: bodyBytes))
            case .parts, .whole: return nil
            }
        }
        // Without the whole length only offsets from the start mean anything.
        guard let known = stored.part, let held = known.part,
            case .parts(let parts) = ranges.selection(of: known.length ?? .max),
            parts.count == 1, held.lowerBound <= parts[0].lowerBound, parts[0].upperBound <= held.upperBound
        else { return nil }
        let place = parts[0].lowerBound - held.lowerBound..<parts[0].upperBound - held.lowerBound
        return (place, ContentRange(parts[0], of: known.length))
    }

    /// True if an error of the server counts as a failure for `stale-if-error` (RFC 5861, 4).
    package static func isFailure(_ status: Int) -> Bool { [500, 502, 503, 504].contains(status) }

    private func isHeld(_ stored: StoredResponse, by request: HTTPRequestHead, _ now: Int64) -> Bool {
        // Conditions count only if the request would succeed without them.
        guard (200..<300).contains(stored.status) else { return false }
        // A malformed tag that comes back as it was sent is the same one.
        if let tag = stored.fields["ETag"], EntityTag(parsing: tag) == nil,
            request.fields["If-None-Match"] == tag
        {
            return true
        }
        let date = HTTPDate(secondsSince1970: now / 1_000_000_000)
        var state = validators(stored, date)
        // What was not said to be older is as old as the response (RFC 9111, 4.3.2).
        state.lastModified = state.lastModified ?? rules.date(of: stored)
        return Preconditions(request.fields, now: date).outcome(of: request.method, on: state) == .notModified
    }

    private func validators(_ stored: StoredResponse, _ now: HTTPDate) -> Validators {
        Validators(
            tag: stored.fields["ETag"].flatMap { EntityTag(parsing: $0) },
            lastModified: stored.fields["Last-Modified"].flatMap { HTTPDate(parsing: $0, now: now) }
        )
    }
}
