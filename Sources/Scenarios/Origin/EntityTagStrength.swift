/// What an entity tag guarantees: the same bytes (strong) or the same meaning (weak).
package enum EntityTagStrength: String, Hashable, Sendable, CaseIterable {
    case strong, weak
}
