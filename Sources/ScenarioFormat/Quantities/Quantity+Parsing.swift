extension Quantity {
    /// Reads `125724 B`, `2Mbit/s`, `0.3 %`. One of `kinds` is expected; the error names them.
    package init(_ text: String, as kinds: [QuantityKind]) throws(QuantityProblem) {
        let scalars = Array(text.unicodeScalars)
        var offset = scalars.firstIndex { $0 != " " } ?? 0
        let start = offset
        if scalars.indices.contains(offset), scalars[offset] == "-" {
            throw QuantityProblem(offset: offset, message: "\(text.quoted) is negative")
        }
        var digits = ""
        var decimals = 0
        var hasPoint = false
        while offset < scalars.count {
            let scalar = scalars[offset]
            if ("0"..."9").contains(scalar) {
                digits.unicodeScalars.append(scalar)
                if hasPoint { decimals += 1 }
            } else if scalar == ".", !hasPoint, !digits.isEmpty {
                hasPoint = true
            } else {
                break
            }
            offset += 1
        }
        guard !digits.isEmpty, !hasPoint || decimals > 0 else {
            throw QuantityProblem(
                offset: start,
                message: "\(text.quoted) is not a number with a unit (\(QuantityKind.list(of: kinds)))"
            )
        }
        let (value, places) = try Self.value(of: digits, decimals: decimals, in: text, at: start)
        while offset < scalars.count, scalars[offset] == " " { offset += 1 }
        var unit = String(String.UnicodeScalarView(scalars[offset...]))
        while unit.hasSuffix(" ") { unit.removeLast() }
        let kind = try Self.kind(of: unit, among: kinds, in: text, at: unit.isEmpty ? start : offset)
        self.init(digits: value, decimals: places, unit: unit, kind: kind)
    }

    /// The digits as a number, without trailing zeros of the decimals.
    private static func value(
        of digits: String,
        decimals: Int,
        in text: String,
        at offset: Int
    ) throws(QuantityProblem) -> (Int64, decimals: Int) {
        var significant = digits[...]
        var decimals = decimals
        while decimals > 0, significant.hasSuffix("0") {
            significant.removeLast()
            decimals -= 1
        }
        significant = significant.drop { $0 == "0" }
        guard significant.count <= 18, decimals <= 18 else {
            throw QuantityProblem(offset: offset, message: "\(text.quoted) has more than 18 digits")
        }
        return (Int64(significant) ?? 0, decimals)
    }

    private static func kind(
        of unit: String,
        among kinds: [QuantityKind],
        in text: String,
        at offset: Int
    ) throws(QuantityProblem) -> QuantityKind {
        if let kind = kinds.first(where: { kind in kind.units.contains { $0.name == unit } }) { return kind }
        let wanted = QuantityKind.list(of: kinds)
        if unit.isEmpty {
            throw QuantityProblem(offset: offset, message: "\(text.quoted) has no unit: write \(wanted)")
        }
        if let other = QuantityKind.allCases.first(where: { kind in kind.units.contains { $0.name == unit } })
        {
            let nouns = kinds.map(\.noun).joined(separator: " or ")
            throw QuantityProblem(
                offset: offset,
                message: "\(text.quoted) is \(other.noun), but \(nouns) is wanted (\(wanted))"
            )
        }
        if unit.first?.isLetter == false, unit.first != "%" {
            throw QuantityProblem(
                offset: offset,
                message: "\(text.quoted) is not a number with a unit (\(wanted)): "
                    + "a number is digits and at most one point"
            )
        }
        throw unknown(unit: unit, among: kinds, at: offset)
    }

    private static func unknown(unit: String, among kinds: [QuantityKind], at offset: Int) -> QuantityProblem
    {
        if kinds.contains(.rate), let (bits, bytes) = readings(of: unit) {
            return QuantityProblem(
                offset: offset,
                message:
                    "\(unit.quoted) can be read two ways: write `\(bits)` for bits or `\(bytes)` for bytes"
            )
        }
        return QuantityProblem(
            offset: offset,
            message: "unknown unit \(unit.quoted): write \(QuantityKind.list(of: kinds))",
            word: unit,
            candidates: kinds.flatMap { $0.units.map(\.name) }
        )
    }

    /// The two meanings of `Mbps`, `MBps`, `Mb/s`, `Mb`: spellings that do not say whether bits or bytes are
    /// meant.
    private static func readings(of unit: String) -> (bits: String, bytes: String)? {
        let endings = ["bps", "Bps", "BPS", "b/s", "b"]
        guard let ending = endings.first(where: { unit.hasSuffix($0) }) else { return nil }
        switch unit.dropLast(ending.count) {
        case "": return ("bit/s", "B/s")
        case "k", "K": return ("kbit/s", "kB/s")
        case "M", "m": return ("Mbit/s", "MB/s")
        // Bytes have no G unit: `MB/s` is the largest.
        case "G", "g": return ("Gbit/s", "MB/s")
        default: return nil
        }
    }
}
