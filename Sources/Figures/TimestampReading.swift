import Wire

/// A moment in ISO 8601, in any time zone, as nanoseconds since 1970.
package enum TimestampReading {
    /// nil if the text is not a moment.
    package static func nanoseconds(_ text: String) -> Int64? {
        var rest = Array(text.utf8)[...]
        guard let year = number(&rest, digits: 4), take(&rest, "-"), let month = number(&rest, digits: 2),
            take(&rest, "-"), let day = number(&rest, digits: 2), take(&rest, "T") || take(&rest, " "),
            let hour = number(&rest, digits: 2), take(&rest, ":"), let minute = number(&rest, digits: 2),
            (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60
        else { return nil }
        var second: Int64 = 0
        if take(&rest, ":") {
            guard let seconds = number(&rest, digits: 2), seconds <= 60 else { return nil }
            second = seconds
        }
        let fraction = take(&rest, ".") ? fraction(&rest) : 0
        guard let zone = zone(&rest), rest.isEmpty else { return nil }
        let days = CalendarDay(year: year, month: month, day: day).daysSince1970
        let seconds = days * 86_400 + hour * 3600 + minute * 60 + second - zone * 60
        let (nanoseconds, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return isTooLong ? nil : nanoseconds + fraction
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, digits: Int) -> Int64? {
        guard rest.count >= digits else { return nil }
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit(&rest) else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    private static func digit(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        guard let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
            return nil
        }
        rest.removeFirst()
        return Int64(byte - UInt8(ascii: "0"))
    }

    /// Digits beyond nanoseconds are dropped.
    private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64 {
        var value: Int64 = 0
        var unit: Int64 = 100_000_000
        while let digit = digit(&rest) {
            value += digit * unit
            unit /= 10
        }
        return value
    }

    /// Minutes east of Greenwich; nil if the text is not a zone.
    private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int64? {
        if rest.isEmpty || take(&rest, "Z") { return 0 }
        let isWest = rest.first == UInt8(ascii: "-")
        guard take(&rest, "+") || take(&rest, "-"), let hours = number(&rest, digits: 2) else { return nil }
        _ = take(&rest, ":")
        guard let minutes = rest.isEmpty ? 0 : number(&rest, digits: 2) else { return nil }
        return (isWest ? -1 : 1) * (hours * 60 + minutes)
    }

    private static func take(_ rest: inout ArraySlice<UInt8>, _ mark: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: mark) else { return false }
        rest.removeFirst()
        return true
    }
}
