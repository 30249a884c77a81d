package import Wire

/// Formats durations for people: `6.724 s`, `0.552 s`, `12.1 ms`, `18.4 us`, `7 ns`.
package enum DurationFormat {
    /// Chooses the unit by magnitude: seconds from 0.1 s on.
    package static func text(_ time: Nanoseconds) -> String {
        let size = time.magnitude
        if size >= 100_000_000 { return seconds(time) }
        if size >= 1_000_000 { return FixedPoint.text(Double(time) / 1e6, digits: 1) + " ms" }
        if size >= 1000 { return FixedPoint.text(Double(time) / 1e3, digits: 1) + " us" }
        return "\(time) ns"
    }

    /// Uses the unit of `largest`, so that a column of times reads in one unit. Times that would show as zero
    /// keep their own unit.
    package static func text(_ time: Nanoseconds, like largest: Nanoseconds) -> String {
        let (lastDigit, inItsUnit): (UInt64, String) =
            switch largest.magnitude {
            case 100_000_000...: (1_000_000, seconds(time))
            case 1_000_000...: (10_000, FixedPoint.text(Double(time) / 1e6, digits: 2) + " ms")
            default: (100, FixedPoint.text(Double(time) / 1e3, digits: 1) + " us")
            }
        return time == 0 || time.magnitude >= lastDigit ? inItsUnit : text(time)
    }

    /// `0.841 to 0.924 s`, or one time if both read the same.
    package static func range(_ least: Nanoseconds, _ most: Nanoseconds) -> String {
        guard text(least) != text(most) else { return text(most) }
        let (from, to) = (text(least, like: most), text(most, like: most))
        guard let number = from.split(separator: " ").first, let unit = to.split(separator: " ").last,
            from == "\(number) \(unit)"
        else { return "\(from) to \(to)" }
        return "\(number) to \(to)"
    }

    private static func seconds(_ time: Nanoseconds) -> String {
        FixedPoint.text(Double(time) / 1e9, digits: 3) + " s"
    }

    /// Always in milliseconds and with a sign, for differences.
    package static func signedMilliseconds(_ time: Nanoseconds) -> String {
        FixedPoint.signed(Double(time) / 1e6, digits: 1) + " ms"
    }
}
