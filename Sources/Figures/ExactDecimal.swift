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

    /// The shortest decimal equal to the number, its point moved by `places`.
    package static func text(_ number: Double, movedBy places: Int) -> String {
        var mantissa = "\(number)"[...]
        var exponent = 0
        if let mark = mantissa.firstIndex(of: "e") {
            exponent = Int(mantissa[mantissa.index(after: mark)...]) ?? 0
            mantissa = mantissa[..<mark]
        }
        let parts = mantissa.split(separator: ".")
        var digits = parts.joined()
        var point = (parts.first?.count ?? 0) + exponent + places
        if point < 1 {
            digits = String(repeating: "0", count: 1 - point) + digits
            point = 1
        }
        if digits.count < point { digits += String(repeating: "0", count: point - digits.count) }
        let whole = digits.prefix(point).drop { $0 == "0" }
        var fraction = digits.dropFirst(point)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction)
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
