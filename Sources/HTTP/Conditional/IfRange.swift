/// The condition of a request that wants a part only where it holds the rest of the very same state.
package enum IfRange: Hashable, Sendable {
    case tag(EntityTag)
    case date(HTTPDate)
    /// Neither: matches nothing, so that the whole is sent.
    case malformed

    /// nil where there is no `If-Range` field.
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

    /// Whether the parts asked for fit what the client holds. A date counts only where it is the very same one and
    /// its second is over: within it the resource might have changed twice.
    package func matches(_ current: Validators, now: HTTPDate) -> Bool {
        switch self {
        case .tag(let tag): current.tag.map { tag.matchesStrongly($0) } ?? false
        case .date(let date): current.lastModified == date && date < now
        case .malformed: false
        }
    }
}
