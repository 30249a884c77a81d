/// The conditions of one request, evaluated in the order of RFC 9110, 13.2.2.
///
/// They count only if the request would succeed without them: do not evaluate them before a 404 or 401.
package struct Preconditions: Hashable, Sendable {
    package enum Outcome: Hashable, Sendable {
        /// Answer as if there were no condition; `Range` counts only if `honoursRange` is true.
        case proceed(honoursRange: Bool)
        /// 304
        case notModified
        /// 412
        case failed
    }

    package var ifMatch: IfMatch?
    package var ifUnmodifiedSince: HTTPDate?
    package var ifNoneMatch: IfNoneMatch?
    package var ifModifiedSince: HTTPDate?
    package var ifRange: IfRange?
    private let now: HTTPDate

    private static let names = HTTPFieldNames(
        "If-Match",
        "If-Unmodified-Since",
        "If-None-Match",
        "If-Modified-Since",
        "If-Range"
    )

    /// Unreadable dates, and several values in a field that allows one, are ignored.
    package init(_ fields: HTTPFields, now: HTTPDate) {
        self.now = now
        guard fields.mayHave(Self.names) else { return }
        func date(_ name: String) -> HTTPDate? {
            fields.combined(name).flatMap { HTTPDate(parsing: $0, now: now) }
        }
        ifMatch = IfMatch(fields)
        ifUnmodifiedSince = date("If-Unmodified-Since")
        ifNoneMatch = IfNoneMatch(fields)
        ifModifiedSince = date("If-Modified-Since")
        ifRange = IfRange(fields, now: now)
    }

    /// `current` is nil if the resource does not exist, as before the `PUT` that creates it.
    package func outcome(of method: String, on current: Validators?) -> Outcome {
        // These methods neither select nor change a state.
        if method == "CONNECT" || method == "OPTIONS" || method == "TRACE" {
            return .proceed(honoursRange: false)
        }
        if isLost(current) { return .failed }
        let isReading = method == "GET" || method == "HEAD"
        if isHeld(current, isReading: isReading) { return isReading ? .notModified : .failed }
        guard method == "GET", let current else { return .proceed(honoursRange: false) }
        return .proceed(honoursRange: ifRange?.matches(current, now: now) ?? true)
    }

    /// The state that the client relies on is gone. A tag outweighs a date.
    private func isLost(_ current: Validators?) -> Bool {
        if let ifMatch { return current.map { !ifMatch.matches($0.tag) } ?? true }
        guard let limit = ifUnmodifiedSince, let lastModified = current?.lastModified else { return false }
        return lastModified > limit
    }

    /// The client already has the state, or wants it not to exist.
    private func isHeld(_ current: Validators?, isReading: Bool) -> Bool {
        if let ifNoneMatch { return current.map { ifNoneMatch.matches($0.tag) } ?? false }
        guard isReading, let limit = ifModifiedSince, let lastModified = current?.lastModified else {
            return false
        }
        return lastModified <= limit
    }
}
