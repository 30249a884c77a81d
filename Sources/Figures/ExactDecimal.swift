/// Decimal numbers with all of their digits and no trailing zeros.
package enum ExactDecimal {
    /// `value` over ten to the power of `decimals`: 281250 with three decimals is `281.25`.
    package static func text(_ value: Int64, decimals: Int) -> String {
        var digits = String(value.magnitude)
        if digits.count <= decimals {
            digits = String(repeating: "0", count: decimals + 1 - digits.count) + digits
        }
        var fraction = digits.suffix(decimals)
        while fraction.last == "0" { fraction.removeLast() }
        let whole = digits.dropLast(decimals)
        return (value < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }

    /// A rate in the largest unit in which it is at least one: `1.6384 Mbit/s`. nil means unlimited.
    package static func rate(_ bitsPerSecond: Int64?) -> String {
        guard let bitsPerSecond else { return "unlimited" }
        let units = [("Gbit/s", 9, Int64(1_000_000_000)), ("Mbit/s", 6, 1_000_000), ("kbit/s", 3, 1000)]
        for (unit, decimals, size) in units where bitsPerSecond >= size {
            return "\(text(bitsPerSecond, decimals: decimals)) \(unit)"
        }
        return "\(bitsPerSecond) bit/s"
    }

    /// Nanoseconds in milliseconds: `281.25 ms`.
    package static func milliseconds(_ nanoseconds: Int64) -> String {
        text(nanoseconds, decimals: 6) + " ms"
    }
}
