/// What one place of a scenario says of one thing.
package enum Said<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Nothing: the place above it decides.
    case nothing
    /// That there is to be none of it, whatever the place above says.
    case absent
    case value(Value)

    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// What holds where this stands over another place.
    package func over(_ base: Said) -> Said {
        self == .nothing ? base : self
    }
}
