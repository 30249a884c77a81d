package import Wire

/// Exact texts for exact values: reading a text returns the same value.
extension Quantity {
    package static func text(bytes: Int) -> String {
        // Round decimal sizes are as common as powers of two.
        let units: [(String, Int64)] = [
            ("GiB", 1 << 30), ("GB", 1_000_000_000), ("MiB", 1 << 20), ("MB", 1_000_000), ("KiB", 1 << 10),
            ("kB", 1000),
        ]
        return text(Int64(bytes), in: units, base: "B")
    }

    package static func text(rateBps: Int64) -> String {
        text(
            rateBps,
            in: [("Gbit/s", 1_000_000_000), ("Mbit/s", 1_000_000), ("kbit/s", 1000)],
            base: "bit/s"
        )
    }

    package static func text(nanoseconds: Nanoseconds) -> String {
        let units: [(String, Int64)] = QuantityKind.duration.units.dropFirst().reversed().map {
            ($0.name, $0.factor)
        }
        return text(nanoseconds, in: units, base: "ns")
    }

    /// A ratio as a percentage, with all its digits.
    package static func text(ratio: Double) -> String {
        decimal(ratio, movedBy: 2) + " %"
    }

    /// A number without a unit, with all its digits.
    package static func text(number: Double) -> String {
        decimal(number, movedBy: 0)
    }

    /// The shortest decimal equal to the number, its point moved by `places`.
    private static func decimal(_ number: Double, movedBy places: Int) -> String {
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

    private static func text(_ value: Int64, in units: [(name: String, factor: Int64)], base: String)
        -> String
    {
        for unit in units where value != 0 && value % unit.factor == 0 {
            return "\(value / unit.factor) \(unit.name)"
        }
        return "\(value) \(base)"
    }
}
