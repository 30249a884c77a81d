extension Instant? {
    /// The earlier of two deadlines; nil means never.
    @inlinable
    package static func earliest(_ one: Instant?, _ other: Instant?) -> Instant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }
}
