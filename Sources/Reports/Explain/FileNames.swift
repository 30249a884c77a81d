import Figures

/// Names of several files in short: `thumb-01.jpg to thumb-20.jpg, cover.png and 3 more files`.
struct FileNames {
    /// Most names and ranges that are written out.
    private static let most = 3
    /// Fewer files in sequence are named one by one.
    private static let leastRange = 3

    private let parts: [Part]

    /// A name that occurs again counts once.
    init(_ names: [String]) {
        var families: [Family: [NumberedName]] = [:]
        var order: [Family] = []
        for name in Set(names).sorted().map(NumberedName.init) {
            if families[name.family] == nil { order.append(name.family) }
            families[name.family, default: []].append(name)
        }
        parts = order.flatMap { Self.ranges(families[$0] ?? []) }
    }

    var text: String {
        let told = parts.prefix(Self.most).map(\.text)
        let rest = parts.dropFirst(Self.most).reduce(0) { $0 + $1.count }
        return told.joined(separator: ", ") + (rest > 0 ? " and \(CountFormat.text(rest, "more file"))" : "")
    }

    /// Names that differ in their number alone, as parts without gaps.
    private static func ranges(_ family: [NumberedName]) -> [Part] {
        var runs: [[NumberedName]] = []
        for name in family.sorted(by: { ($0.number ?? 0, $0.text) < ($1.number ?? 0, $1.text) }) {
            if let last = runs.last?.last, let number = last.number, name.number == number + 1 {
                runs[runs.count - 1].append(name)
            } else {
                runs.append([name])
            }
        }
        return runs.flatMap { run in
            if let first = run.first, let last = run.last, run.count >= leastRange {
                return [Part(text: "\(first.text) to \(last.text)", count: run.count)]
            }
            return run.map { Part(text: $0.text, count: 1) }
        }
    }

    private struct Part {
        var text: String
        var count: Int
    }

    /// What files of one sequence have in common.
    private struct Family: Hashable {
        var before: Substring
        var after: Substring
        /// False for a name without a number, which has no family.
        var isNumbered: Bool
    }

    /// A name with the last number in it.
    private struct NumberedName {
        /// Longer numbers are no count.
        private static let mostDigits = 9

        let text: String
        let number: Int?
        let family: Family

        init(_ text: String) {
            self.text = text
            func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }
            guard let last = text.lastIndex(where: isDigit) else {
                (number, family) = (nil, Family(before: text[...], after: "", isNumbered: false))
                return
            }
            let end = text.index(after: last)
            let start = text[..<last].lastIndex { !isDigit($0) }.map(text.index(after:)) ?? text.startIndex
            let digits = text[start..<end]
            if digits.count <= Self.mostDigits, let value = Int(digits) {
                let family = Family(before: text[..<start], after: text[end...], isNumbered: true)
                (number, self.family) = (value, family)
            } else {
                (number, family) = (nil, Family(before: text[...], after: "", isNumbered: false))
            }
        }
    }
}
