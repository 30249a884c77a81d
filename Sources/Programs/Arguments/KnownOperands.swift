/// What a command takes besides its options, as far as that is known before it is typed.
package struct KnownOperands: Hashable, Sendable {
    package var first: KnownValues
    /// What follows the first one, unless `after` says otherwise.
    package var others: KnownValues
    /// What follows these first ones.
    package var after: [String: KnownValues]

    package init(first: KnownValues, others: KnownValues = .unknown, after: [String: KnownValues] = [:]) {
        self.first = first
        self.others = others
        self.after = after
    }

    package static let none = one(.unknown)

    package static func one(_ values: KnownValues) -> KnownOperands {
        KnownOperands(first: values)
    }

    package static func each(_ values: KnownValues) -> KnownOperands {
        KnownOperands(first: values, others: values)
    }
}
