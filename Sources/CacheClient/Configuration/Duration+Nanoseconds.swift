internal import Wire

extension Duration {
    /// Whole nanoseconds, clamped to the range of the type.
    var nanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflows else { return seconds < 0 ? .min : .max }
        let (sum, carries) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
        guard !carries else { return seconds < 0 ? .min : .max }
        return sum
    }
}
