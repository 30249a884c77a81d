/// Rates for people, in powers of 1000: `1.24 Mbit/s`, `256 kbit/s`, `unlimited`.
package enum RateFormat {
    /// nil is a line without a limit.
    package static func text(_ bitsPerSecond: Int64?) -> String {
        guard let bitsPerSecond else { return "unlimited" }
        let size = Double(bitsPerSecond.magnitude)
        for (unit, scale) in [("Gbit/s", 1e9), ("Mbit/s", 1e6), ("kbit/s", 1e3)] where size >= scale {
            return shortened(Double(bitsPerSecond) / scale) + " " + unit
        }
        return "\(bitsPerSecond) bit/s"
    }

    /// Two digits after the point, fewer where they would be zeros.
    private static func shortened(_ value: Double) -> String {
        var text = FixedPoint.text(value, digits: 2)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
