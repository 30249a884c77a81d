/// Numbers with units as tc reads and prints them. Fractions are exact.
enum TrafficControlNumber {
    /// Bits per second: `2mbit`, `32kbps` (kilobytes), `1.5Mibit`; a bare number is in bits.
    static func rate(_ word: ShellWord) throws(ImportError) -> Int64 {
        let (number, unit) = try split(word, "a rate")
        guard let factor = rateUnits[unit.lowercased()] else {
            throw word.error("`\(word.text)` is not a rate such as 2mbit, 256kbit, 32kbps")
        }
        let rate = try number.times(factor, word)
        guard (1...fastestRate).contains(rate) else {
            throw word.error("`\(word.text)` is not a rate from 1 bit/s to 1 Tbit/s")
        }
        return rate
    }

    /// Nanoseconds: `100ms`, `1.5s`, `20us`; a bare number is in microseconds.
    static func time(_ word: ShellWord) throws(ImportError) -> Int64 {
        let (number, unit) = try split(word, "a time")
        guard let factor = timeUnits[unit.lowercased()] else {
            throw word.error("`\(word.text)` is not a time such as 100ms, 1.5s, 250us")
        }
        let time = try number.times(factor, word)
        guard time <= longestTime else { throw word.error("`\(word.text)` is longer than an hour") }
        return time
    }

    /// Bytes: `1540b`, `5kb`; a bare number is in bytes.
    static func size(_ word: ShellWord) throws(ImportError) -> Int64 {
        let (number, unit) = try split(word, "a size")
        guard let factor = sizeUnits[unit.lowercased()] else {
            throw word.error("`\(word.text)` is not a size such as 1540, 5kb, 1mb")
        }
        return try number.times(factor, word)
    }

    /// A share of one: `1.5%`; a bare number is also a percentage.
    static func share(_ word: ShellWord) throws(ImportError) -> Double {
        // However many digits it has: a tiny share has more than a whole number can hold.
        let parts = Parts(word)
        guard !parts.whole.isEmpty, parts.unit.isEmpty || parts.unit == "%",
            let share = Double("\(parts.whole)\(parts.fraction)e\(-parts.fraction.count - 2)"), share <= 1
        else { throw word.error("`\(word.text)` is not a percentage from 0 % to 100 %") }
        return share
    }

    /// A share that may be a chain's correlation: below one.
    static func correlation(_ word: ShellWord) throws(ImportError) -> Double {
        let share = try share(word)
        guard share < 1 else {
            throw word.error("a correlation must be below 100 %: at 100 % nothing would ever change")
        }
        return share
    }

    static func count(_ word: ShellWord) throws(ImportError) -> Int {
        guard let count = Int32(word.text), count >= 0 else {
            throw word.error("`\(word.text)` is not a whole number")
        }
        return Int(count)
    }

    private static let longestTime: Int64 = 3_600_000_000_000
    private static let fastestRate: Int64 = 1_000_000_000_000

    private static let rateUnits: [String: Int64] = {
        let prefixes: [(String, Int64)] = [
            ("", 1), ("k", 1000), ("m", 1_000_000), ("g", 1_000_000_000), ("t", 1_000_000_000_000),
            ("ki", 1 << 10),
            ("mi", 1 << 20), ("gi", 1 << 30), ("ti", 1 << 40),
        ]
        var units: [String: Int64] = ["": 1]
        for (prefix, factor) in prefixes {
            units[prefix + "bit"] = factor
            units[prefix + "bps"] = factor * 8
        }
        return units
    }()

    private static let timeUnits: [String: Int64] = [
        "": 1000, "us": 1000, "usec": 1000, "usecs": 1000, "ms": 1_000_000, "msec": 1_000_000,
        "msecs": 1_000_000,
        "s": 1_000_000_000, "sec": 1_000_000_000, "secs": 1_000_000_000, "ns": 1, "nsec": 1, "nsecs": 1,
    ]

    private static let sizeUnits: [String: Int64] = [
        "": 1, "b": 1, "k": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mb": 1 << 20, "g": 1 << 30, "gb": 1 << 30,
        "kbit": 1 << 7, "mbit": 1 << 17, "gbit": 1 << 27,
    ]

    /// `digits` times ten to the power of `-decimals`.
    private struct Decimal {
        var digits: Int64
        var decimals: Int

        func times(_ factor: Int64, _ word: ShellWord) throws(ImportError) -> Int64 {
            let divisor = (0..<decimals).reduce(Int128(1)) { power, _ in power * 10 }
            guard let result = Int64(exactly: (Int128(digits) * Int128(factor) + divisor / 2) / divisor)
            else {
                throw word.error("`\(word.text)` is too large")
            }
            return result
        }
    }

    /// A number's digits and its unit.
    private struct Parts {
        let whole: Substring
        let fraction: Substring
        let unit: String

        init(_ word: ShellWord) {
            whole = word.text.prefix { ("0"..."9").contains($0) }
            var rest = word.text.dropFirst(whole.count)
            var fraction: Substring = ""
            if rest.hasPrefix(".") {
                fraction = rest.dropFirst().prefix { ("0"..."9").contains($0) }
                rest = rest.dropFirst(1 + fraction.count)
            }
            while fraction.hasSuffix("0") { fraction.removeLast() }
            self.fraction = fraction
            unit = String(rest)
        }
    }

    private static func split(_ word: ShellWord, _ wanted: String) throws(ImportError) -> (
        Decimal, unit: String
    ) {
        let parts = Parts(word)
        let digits = parts.whole + parts.fraction
        guard !parts.whole.isEmpty, digits.count <= 18, let value = Int64(digits) else {
            throw word.error("`\(word.text)` is not \(wanted)")
        }
        return (Decimal(digits: value, decimals: parts.fraction.count), parts.unit)
    }
}
