/// The unit of an interface's timestamps, as `if_tsresol` encodes it.
package struct TimestampResolution: Hashable, Sendable {
    /// A negative power of ten in seconds, or of two if the top bit is set.
    package var encoded: UInt8

    package init(encoded: UInt8) {
        self.encoded = encoded
    }

    package static let microseconds = TimestampResolution(encoded: 6)
    package static let nanoseconds = TimestampResolution(encoded: 9)

    /// Nanoseconds since 1970 of a timestamp of `units`; nil if they exceed 64 bits.
    package func nanoseconds(units: UInt64, offsetSeconds: Int64 = 0) -> Int64? {
        guard let sinceOffset = scaled(units) else { return nil }
        if offsetSeconds == 0 { return sinceOffset }
        let (offset, offsetOverflows) = offsetSeconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = sinceOffset.addingReportingOverflow(offset)
        return offsetOverflows || sumOverflows ? nil : sum
    }

    private func scaled(_ units: UInt64) -> Int64? {
        if encoded == 9 { return Int64(exactly: units) }
        if encoded == 6, units < 1 << 53 { return Int64(units) * 1000 }
        // 64 bits times a billion fit into 128 bits, so nothing overflows before the division.
        let exponent = encoded & 0x7F
        let billionths = UInt128(units) * 1_000_000_000
        if encoded & 0x80 != 0 { return Int64(exactly: billionths >> UInt128(exponent)) }
        var divided = billionths
        for _ in 0..<exponent where divided > 0 { divided /= 10 }
        return Int64(exactly: divided)
    }
}
