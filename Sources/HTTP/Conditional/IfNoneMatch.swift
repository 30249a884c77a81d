/// Condition of a request: send a body only if the resource is in none of these states.
package struct IfNoneMatch: Hashable, Sendable {
    package var held: EntityTagList

    /// Reads every `If-None-Match` field; nil if there is none. At worst, a malformed member causes an
    /// unnecessary body.
    package init?(_ fields: HTTPFields) {
        guard let value = fields.combinedBytes("If-None-Match") else { return nil }
        held = EntityTagList(value)
    }

    /// True if the client has this state already, so that the answer is 304 (to GET and HEAD). A resource
    /// without a tag matches only `*`.
    package func matches(_ current: EntityTag?) -> Bool {
        held.contains(current) { $0.matchesWeakly($1) }
    }
}
