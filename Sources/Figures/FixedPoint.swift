/// Numbers with a fixed count of decimals, rounded half away from zero.
package enum FixedPoint {
    package static func text(_ value: Double, digits: Int) -> String {
        guard value.isFinite else { return "?" }
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let scaled = (value.magnitude * scale).rounded()
        guard scaled < 9e18 else { return value.description }
        let units = UInt64(scaled)
        let sign = value < 0 && units > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(units) }
        let divisor = UInt64(scale)
        let fraction = String(units % divisor)
        let zeros = String(repeating: "0", count: digits - fraction.count)
        return "\(sign)\(units / divisor).\(zeros)\(fraction)"
    }

    /// Positive numbers get a plus sign.
    package static func signed(_ value: Double, digits: Int) -> String {
        let plain = text(value, digits: digits)
        let isZero = plain.allSatisfy { $0 == "0" || $0 == "." }
        return value > 0 && !isZero ? "+" + plain : plain
    }

    /// A share as `12.34 %`.
    package static func percent(_ share: Double, digits: Int = 2) -> String {
        text(share * 100, digits: digits) + " %"
    }

    package static func signedPercent(_ share: Double, digits: Int = 2) -> String {
        signed(share * 100, digits: digits) + " %"
    }
}
