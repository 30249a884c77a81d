import Wire

extension CacheRules {
    /// Seconds for which a response is fresh after the origin made it (RFC 9111, 4.2.1).
    package func freshnessLifetime(of stored: StoredResponse) -> Int64 {
        let control = control(of: stored)
        if isShared, let seconds = control.sharedMaxAge { return Int64(seconds) }
        if let seconds = control.maxAge { return Int64(seconds) }
        let date = date(of: stored)
        let isTargeted = isShared && CacheControl(targeted: stored.fields) != nil
        if !isTargeted, let expires = stored.fields.combined("Expires") {
            // An unreadable date counts as past.
            guard let expiry = HTTPDate(parsing: expires, now: date) else { return 0 }
            return max(0, expiry.secondsSince1970 - date.secondsSince1970)
        }
        return guess(stored, control, date)
    }

    /// Heuristic lifetime, from the time since the last change (RFC 9111, 4.2.2).
    private func guess(_ stored: StoredResponse, _ control: CacheControl, _ date: HTTPDate) -> Int64 {
        guard Self.storableByDefault.contains(stored.status) || control.isPublic,
            let text = stored.fields.combined("Last-Modified"),
            let changed = HTTPDate(parsing: text, now: date)
        else { return 0 }
        let unchanged = date.secondsSince1970 - changed.secondsSince1970
        return max(0, min(unchanged / heuristicDivisor, longestGuess))
    }

    /// Seconds since the origin made or confirmed a response, caches on the way included (RFC 9111, 4.2.3).
    ///
    /// A clock that was set back makes nothing younger: the absolute distance counts.
    package func age(of stored: StoredResponse, now: Int64) -> Int64 {
        let respondedAt = Self.seconds(stored.respondedAt)
        let apparent = max(0, respondedAt - date(of: stored).secondsSince1970)
        let underWay =
            stored.requestedAt < stored.respondedAt
            ? Self.seconds(from: stored.requestedAt, to: stored.respondedAt) : 0
        let initial = max(apparent, Self.statedAge(stored.fields) + underWay)
        return initial + Self.seconds(from: stored.respondedAt, to: now)
    }

    /// When the origin says that it made the response; if it does not say, when the response arrived (RFC
    /// 9110, 6.6.1).
    package func date(of stored: StoredResponse) -> HTTPDate {
        let came = HTTPDate(secondsSince1970: Self.seconds(stored.respondedAt))
        return stored.fields.combined("Date").flatMap { HTTPDate(parsing: $0, now: came) } ?? came
    }

    /// The first member counts; a value that is no number is ignored (RFC 9111, 5.1). No parameters are defined: what has
    /// some is old all the same.
    private static func statedAge(_ fields: HTTPFields) -> Int64 {
        guard let value = fields["Age"] else { return 0 }
        var scanner = FieldScanner(value)
        guard let seconds = scanner.number(), scanner.endsMember() || scanner.takesSemicolon() else {
            return 0
        }
        return Int64(min(seconds, CacheControl.longestAge))
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds.flooredDivision(by: 1_000_000_000).quotient
    }

    /// Whole seconds between two moments, in either order.
    private static func seconds(from one: Int64, to other: Int64) -> Int64 {
        Int64(UInt64(bitPattern: max(one, other) &- min(one, other)) / 1_000_000_000)
    }
}
