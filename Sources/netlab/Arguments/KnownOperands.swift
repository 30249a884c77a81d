/// What a command takes besides its options, as far as that is known before it is typed.
struct KnownOperands: Hashable, Sendable {
    var first: KnownValues
    /// What follows the first one, unless `after` says otherwise.
    var others = KnownValues.unknown
    /// What follows these first ones.
    var after: [String: KnownValues] = [:]

    static let none = one(.unknown)

    static func one(_ values: KnownValues) -> KnownOperands {
        KnownOperands(first: values)
    }

    static func each(_ values: KnownValues) -> KnownOperands {
        KnownOperands(first: values, others: values)
    }
}
