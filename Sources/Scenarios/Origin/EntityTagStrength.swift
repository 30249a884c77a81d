/// What an entity tag promises: the same bytes, or the same meaning.
package enum EntityTagStrength: String, Hashable, Sendable, CaseIterable {
    case strong, weak
}
