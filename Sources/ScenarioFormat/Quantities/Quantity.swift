/// A number with its unit, kept exactly as written: `digits` times ten to the power of `-decimals`, in `unit`.
package struct Quantity: Hashable, Sendable {
    package var digits: Int64
    package var decimals: Int
    package var unit: String
    package var kind: QuantityKind

    /// Number of base units in one of this unit.
    private var factor: Int64 {
        kind.units.first { $0.name == unit }?.factor ?? 1
    }

    /// In bytes, bit/s, nanoseconds, pixels or packets. Exact if that is a whole number; otherwise rounded to
    /// the nearest base unit.
    package func baseUnits() throws(QuantityProblem) -> Int64 {
        // At most 18 digits and a factor under 2^47: far from 128 bits.
        let product = Int128(digits) * Int128(factor)
        let divisor = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
        let (whole, rest) = product.quotientAndRemainder(dividingBy: divisor)
        if rest != 0, factor == 1 {
            throw QuantityProblem(offset: 0, message: "a fraction of 1 \(unit) is not possible")
        }
        let rounded = rest * 2 >= divisor ? whole + 1 : whole
        guard rounded > 0 || product == 0 else {
            throw QuantityProblem(offset: 0, message: "less than 1 \(kind.units[0].name)")
        }
        guard let result = Int64(exactly: rounded) else {
            throw QuantityProblem(offset: 0, message: "too large")
        }
        return result
    }

    /// A percentage as a ratio: 0.003 for `0.3 %`, the number nearest to the decimal as written.
    package var ratio: Double {
        Double("\(digits)e\(-decimals - 2)") ?? 0
    }
}
