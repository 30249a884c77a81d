import Scenarios

/// A name for several files, in shell syntax: `pose-{01..24}.jpg`. Leading zeros in the first number give all
/// numbers the same number of digits.
struct FileNameRange {
    private let head: String
    private let tail: String
    private let numbers: ClosedRange<Int>
    private let digits: Int

    enum Reading {
        /// A plain name.
        case none
        case range(FileNameRange)
        /// Looks like a range but is not one; says why.
        case fault(String)
    }

    static func read(_ name: String) -> Reading {
        guard let open = name.firstIndex(of: "{"), let close = name[open...].firstIndex(of: "}") else {
            return .none
        }
        let parts = name[name.index(after: open)..<close].split(
            separator: ".",
            omittingEmptySubsequences: false
        )
        let isRange = parts.count == 3 && parts[1].isEmpty
        guard isRange, let first = number(parts[0]), let last = number(parts[2]) else {
            return .fault("a range is two numbers, as in `pose-{1..24}.jpg`")
        }
        guard first <= last else { return .fault("its range ends before it begins") }
        guard last - first < ScenarioLimits.items else {
            return .fault("its range has more than \(ScenarioLimits.items) names")
        }
        return .range(
            FileNameRange(
                head: String(name[..<open]),
                tail: String(name[name.index(after: close)...]),
                numbers: first...last,
                digits: parts[0].hasPrefix("0") ? parts[0].count : 1
            )
        )
    }

    var names: [String] {
        numbers.map { number in
            let text = "\(number)"
            return head + String(repeating: "0", count: max(0, digits - text.count)) + text + tail
        }
    }

    private static func number(_ text: Substring) -> Int? {
        guard (1...9).contains(text.count), text.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
        return Int(text)
    }
}
