package import Sweeps

/// Cells by their places in the plan, from 1: `7`, or `1-20`.
package struct CellNumbers: Hashable {
    /// More digits make a cell's name.
    private static let mostDigits = 8

    let range: ClosedRange<Int>

    /// nil if the text has no such form.
    package init?(_ text: String) {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = Self.number(ends[0]), let last = Self.number(ends[ends.count - 1]),
            first <= last
        else { return nil }
        range = first...last
    }

    private static func number(_ digits: Substring) -> Int? {
        guard digits.utf8.count <= mostDigits, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(digits), number > 0
        else { return nil }
        return number
    }

    /// Those that there are: the last task of an engine may have fewer cells.
    package func chosen(from cells: [PlannedCell]) -> ArraySlice<PlannedCell> {
        let start = min(range.lowerBound - 1, cells.count)
        return cells[start..<min(range.upperBound, cells.count)]
    }
}
