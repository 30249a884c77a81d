/// Formats rates for people, in powers of 1000: `1.24 Mbit/s`, `256 kbit/s`, `unlimited`.
package enum RateFormat {
    private static let units = [("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)]

    /// nil means unlimited.
    package static func text(_ bitsPerSecond: Int64?) -> String {
        guard let bitsPerSecond else { return "unlimited" }
        for (unit, scale) in units where Double(bitsPerSecond) >= scale {
            return shortened(Double(bitsPerSecond) / scale) + " " + unit
        }
        return "\(bitsPerSecond) bit/s"
    }

    /// Uses the unit of `largest`, a column's largest rate, always with two decimals. Rates below 0.05 of
    /// that unit keep their own unit.
    package static func text(_ bitsPerSecond: Int64, like largest: Int64) -> String {
        for (unit, scale) in units where Double(largest) >= scale {
            if Double(bitsPerSecond) / scale < 0.05 { break }
            return FixedPoint.text(Double(bitsPerSecond) / scale, digits: 2) + " " + unit
        }
        return text(bitsPerSecond)
    }

    /// Two decimals, without trailing zeros.
    private static func shortened(_ value: Double) -> String {
        var text = FixedPoint.text(value, digits: 2)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
