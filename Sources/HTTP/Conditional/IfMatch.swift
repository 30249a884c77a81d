/// Condition of a request: the resource must be in one of these states.
package struct IfMatch: Hashable, Sendable {
    package var wanted: EntityTagList

    /// Reads every `If-Match` field; nil if there is none.
    package init?(_ fields: HTTPFields) {
        guard let value = fields.combinedBytes("If-Match") else { return nil }
        wanted = EntityTagList(value)
    }

    /// A weak tag matches nothing, because the two states might differ. A resource without a tag matches only
    /// `*`.
    package func matches(_ current: EntityTag?) -> Bool {
        wanted.contains(current) { $0.matchesStrongly($1) }
    }
}
