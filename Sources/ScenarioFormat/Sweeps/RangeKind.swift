/// What a range's ends measure, and how values between them are written.
enum RangeKind: Hashable {
    case quantity(QuantityKind)
    /// A number without a unit; whole ones stay whole.
    case number(isWhole: Bool)

    /// More digits than any measurement resolves, and few enough to read.
    private static let digits = 6
    /// Numbers with a unit are below this, too, and whole ones fit into 64 bits.
    private static let tooLarge = 1e18

    /// A number, or an amount in the kind's base unit.
    static func read(_ text: String) throws(QuantityProblem) -> (value: Double, kind: RangeKind) {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2E }
        if isNumber, let value = Double(text) {
            guard value < tooLarge else {
                throw QuantityProblem(offset: 0, message: "\(text.quoted) has more than 18 digits")
            }
            return (value, .number(isWhole: !text.utf8.contains(0x2E)))
        }
        let quantity = try Quantity(text, as: QuantityKind.allCases)
        let value = quantity.kind == .percent ? quantity.ratio : Double(try quantity.baseUnits())
        return (value, .quantity(quantity.kind))
    }

    func isLike(_ other: RangeKind) -> Bool {
        switch (self, other) {
        case (.quantity(let one), .quantity(let other)): one == other
        case (.number, .number): true
        default: false
        }
    }

    func common(with other: RangeKind) -> RangeKind {
        if case .number(let one) = self, case .number(let other) = other {
            .number(isWhole: one && other)
        } else {
            self
        }
    }

    /// As a scenario would have it written.
    func text(_ value: Double) -> String {
        switch self {
        case .quantity(.percent): Quantity.text(ratio: Self.rounded(value))
        case .quantity(let kind): kind.text(Int64(Self.rounded(value).rounded()))
        case .number(isWhole: true): "\(Int64(value.rounded()))"
        case .number(isWhole: false): Quantity.text(number: Self.rounded(value))
        }
    }

    private static func rounded(_ value: Double) -> Double {
        guard value != 0, value.isFinite else { return 0 }
        // By powers of ten that are exact, so that 0.02 stays 0.02.
        let exponent = digits - 1 - Int(value.magnitude.exponent10)
        guard (-15...15).contains(exponent) else { return value }
        let power = (0..<exponent.magnitude).reduce(1.0) { product, _ in product * 10 }
        return exponent >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power
    }
}

extension Double {
    /// The power of ten of its first digit.
    fileprivate var exponent10: Int {
        var (power, rest) = (0, magnitude)
        while rest >= 10, power < 400 { (rest, power) = (rest / 10, power + 1) }
        while rest < 1, rest > 0, power > -400 { (rest, power) = (rest * 10, power - 1) }
        return power
    }
}
