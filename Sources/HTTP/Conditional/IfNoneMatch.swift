/// The condition of a request that wants a body only where it holds none of these states.
package struct IfNoneMatch: Hashable, Sendable {
    package var held: EntityTagList

    /// Reads every `If-None-Match` field; nil where there is none. The worst that a malformed member can cause is a
    /// body too many.
    package init?(_ fields: HTTPFields) {
        guard let value = fields.combinedBytes("If-None-Match") else { return nil }
        held = EntityTagList(value)
    }

    /// True where the client holds this state already, so that the answer is 304 (to GET and HEAD). A resource
    /// without a tag matches `*` alone.
    package func matches(_ current: EntityTag?) -> Bool {
        held.contains(current) { $0.matchesWeakly($1) }
    }
}
