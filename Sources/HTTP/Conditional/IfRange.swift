/// Condition of a request: send a part only if the client holds the rest of exactly the same state.
package enum IfRange: Hashable, Sendable {
    case tag(EntityTag)
    case date(HTTPDate)
    /// Neither tag nor date: matches nothing, so that the whole is sent.
    case malformed

    /// nil if there is no `If-Range` field.
    package init?(_ fields: HTTPFields, now: HTTPDate) {
        guard let value = fields.combined("If-Range") else { return nil }
        if let tag = EntityTag(parsing: value) {
            self = .tag(tag)
        } else if let date = HTTPDate(parsing: value, now: now) {
            self = .date(date)
        } else {
            self = .malformed
        }
    }

    /// Whether the requested parts fit the client's copy. A date counts only if it is the same one and its
    /// second is over: within that second the resource might have changed twice.
    package func matches(_ current: Validators, now: HTTPDate) -> Bool {
        switch self {
        case .tag(let tag): current.tag.map { tag.matchesStrongly($0) } ?? false
        case .date(let date): current.lastModified == date && date < now
        case .malformed: false
        }
    }
}
