/// What one place of a scenario states for one setting.
package enum StatedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Unset: the place above decides.
    case nothing
    /// Switched off, whatever the place above states.
    case absent
    case value(Value)

    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The setting that holds if this place overrides `base`.
    package func over(_ base: StatedValue) -> StatedValue {
        self == .nothing ? base : self
    }
}
