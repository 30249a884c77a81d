extension OpportunityTrace {
    /// Largest accepted text, and most accepted opportunities: a line at 1 Gbit/s for 20 s.
    package static let mostBytes = 16 << 20
    package static let mostOpportunities = 2_000_000

    /// Reads a trace in mahimahi's format: one line per opportunity, with its time in whole milliseconds.
    package init(name: String, text: [UInt8], repeats: Bool) throws(TraceProblem) {
        guard text.count <= Self.mostBytes else {
            throw TraceProblem("it is longer than \(Self.mostBytes >> 20) MiB")
        }
        var times: [UInt32] = []
        var line = 0
        for piece in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            let digits = piece.last == UInt8(ascii: "\r") ? piece.dropLast() : piece
            // The last line feed ends a line and begins none.
            if digits.isEmpty, piece.endIndex == text.endIndex { break }
            let time = try Self.time(digits, line)
            if let before = times.last, time < before {
                throw TraceProblem(line: line, "\(time) ms after \(before) ms: times must not decrease")
            }
            guard times.count < Self.mostOpportunities else {
                throw TraceProblem(line: line, "more than \(Self.mostOpportunities) opportunities")
            }
            times.append(time)
        }
        guard let last = times.last else { throw TraceProblem("it is empty: it has no opportunity to send") }
        guard last > 0 else {
            throw TraceProblem(line: times.count, "the last time is 0: a trace must have a later one")
        }
        self.init(name: name, milliseconds: times, repeats: repeats)
    }

    private static func time(_ digits: ArraySlice<UInt8>, _ line: Int) throws(TraceProblem) -> UInt32 {
        guard !digits.isEmpty else {
            throw TraceProblem(line: line, "an empty line: each has a time in milliseconds")
        }
        var value: UInt32 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else {
                let shown = String(decoding: digits.prefix(20), as: UTF8.self)
                throw TraceProblem(line: line, "`\(shown)` is not a time in whole milliseconds")
            }
            let (tens, isTooLong) = value.multipliedReportingOverflow(by: 10)
            let (sum, isTooLarge) = tens.addingReportingOverflow(UInt32(digit - UInt8(ascii: "0")))
            if isTooLong || isTooLarge { throw TraceProblem(line: line, "a time beyond \(UInt32.max) ms") }
            value = sum
        }
        return value
    }
}
