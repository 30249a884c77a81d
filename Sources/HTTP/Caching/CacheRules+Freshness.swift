import Wire

extension CacheRules {
    /// For how many seconds after the origin made it a response is fresh (RFC 9111, 4.2.1).
    package func freshnessLifetime(of stored: StoredResponse) -> Int64 {
        let control = stored.control
        if isShared, let seconds = control.sharedMaxAge { return Int64(seconds) }
        if let seconds = control.maxAge { return Int64(seconds) }
        let date = date(of: stored)
        if let expires = stored.fields.combined("Expires") {
            // A date that cannot be read is one that is over.
            guard let expiry = HTTPDate(parsing: expires, now: date) else { return 0 }
            return max(0, expiry.secondsSince1970 - date.secondsSince1970)
        }
        return guess(stored, control, date)
    }

    /// What nobody says is guessed by how long it did not change (RFC 9111, 4.2.2).
    private func guess(_ stored: StoredResponse, _ control: CacheControl, _ date: HTTPDate) -> Int64 {
        guard Self.storableByDefault.contains(stored.status) || control.isPublic,
            let text = stored.fields.combined("Last-Modified"),
            let changed = HTTPDate(parsing: text, now: date)
        else { return 0 }
        let unchanged = date.secondsSince1970 - changed.secondsSince1970
        return max(0, min(unchanged / heuristicDivisor, longestGuess))
    }

    /// How many seconds ago the origin made or confirmed a response, caches on the way included (RFC 9111, 4.2.3).
    ///
    /// A clock that was set back makes nothing younger: how far it is from then counts, whichever way.
    package func age(of stored: StoredResponse, now: Int64) -> Int64 {
        let respondedAt = Self.seconds(stored.respondedAt)
        let apparent = max(0, respondedAt - date(of: stored).secondsSince1970)
        let underWay =
            stored.requestedAt < stored.respondedAt
            ? Self.seconds(from: stored.requestedAt, to: stored.respondedAt) : 0
        let initial = max(apparent, Self.statedAge(stored.fields) + underWay)
        return initial + Self.seconds(from: stored.respondedAt, to: now)
    }

    /// When the origin says that it made the response; where it does not, when it came (RFC 9110, 6.6.1).
    private func date(of stored: StoredResponse) -> HTTPDate {
        let came = HTTPDate(secondsSince1970: Self.seconds(stored.respondedAt))
        return stored.fields.combined("Date").flatMap { HTTPDate(parsing: $0, now: came) } ?? came
    }

    /// The first member counts; what is no number is as good as not there (RFC 9111, 5.1).
    private static func statedAge(_ fields: HTTPFields) -> Int64 {
        guard let value = fields["Age"] else { return 0 }
        var scanner = FieldScanner(value)
        guard let seconds = scanner.number(), scanner.endsMember() else { return 0 }
        return Int64(min(seconds, CacheControl.longestAge))
    }

    private static func seconds(_ nanoseconds: Int64) -> Int64 {
        nanoseconds.flooredDivision(by: 1_000_000_000).quotient
    }

    /// Whole seconds between two moments, whichever is the later.
    private static func seconds(from one: Int64, to other: Int64) -> Int64 {
        Int64(UInt64(bitPattern: max(one, other) &- min(one, other)) / 1_000_000_000)
    }
}
