import Scenarios

/// `axes:` -> lists of values, and ranges to sample.
struct SweepAxesDecoder {
    struct Axes {
        var crossed: [SweepAxis] = []
        var sampled: [SampledRange] = []
        /// Of all ranges so far.
        fileprivate var steps = 0
    }

    /// A range without steps.
    struct SampledRange {
        var key: String
        var span: SourceSpan
        var range: SweepRange
        var kind: RangeKind

        func setting(at part: Double) -> ScenarioSetting {
            ScenarioSetting(key: key, value: kind.text(range.value(at: part)))
        }
    }

    private static let mostSteps: Int64 = 1_000_000
    private static let refused: Set<String> = ["matrix", "netlab", "name", "about", "expect", "clock"]

    private let values: ValueReader

    init(_ values: ValueReader) {
        self.values = values
    }

    func decode(_ node: YAMLNode?) -> Axes {
        var axes = Axes()
        guard let node else { return axes }
        guard let entries = node.entries else {
            values.log.report(
                "`axes` takes a mapping of keys to values, as in `{ client.policy: [none, both] }`",
                at: node.span
            )
            return axes
        }
        for entry in entries where isAllowed(entry) {
            if case .sequence(let items) = entry.value.content {
                axes.crossed.append(SweepAxis(key: entry.key, values: list(items, entry)))
            } else if entry.value.entries != nil {
                range(entry, &axes)
            } else if let value = values.text(entry.value, entry.key) {
                axes.crossed.append(SweepAxis(key: entry.key, values: [value]))
            }
        }
        return axes
    }

    private func isAllowed(_ entry: YAMLEntry) -> Bool {
        let root = entry.key.split(separator: ".").first.map(String.init) ?? ""
        if entry.key == SweepDesign.seedKey {
            values.log.report("`seed` cannot be an axis: set `seeds` beside `axes`", at: entry.keySpan)
            return false
        }
        guard KeyPath(entry.key) != nil, !Self.refused.contains(root) else {
            values.log.report("\(entry.key.quoted) cannot be an axis", at: entry.keySpan)
            return false
        }
        return true
    }

    private func list(_ items: [YAMLNode], _ entry: YAMLEntry) -> [String] {
        if items.isEmpty { values.log.report("an axis needs a value", at: entry.value.span) }
        var seen = Set<String>()
        return items.compactMap { item in
            guard let text = values.text(item, entry.key) else { return nil }
            if !seen.insert(text).inserted {
                values.log.report("\(text.quoted) is listed twice", at: item.span)
            }
            return text
        }
    }

    private func range(_ entry: YAMLEntry, _ axes: inout Axes) {
        let keys = ["from", "to", "steps", "spacing"]
        guard let section = Section(entry.value, entry.key, keys: keys, values: values),
            section.require("from", "to"), let from = end("from", section), let to = end("to", section)
        else { return }
        guard from.kind.isLike(to.kind) else {
            values.log.report("`from` and `to` have different units", at: section.keySpan("to"))
            return
        }
        guard from.value < to.value else {
            values.log.report("`to` is above `from`", at: section.keySpan("to"))
            return
        }
        let spacing: SweepRange.Spacing = section.value("spacing", .word) ?? .linear
        if spacing == .logarithmic, from.value <= 0 {
            values.log.report("`spacing: log` needs a `from` above zero", at: section.keySpan("from"))
            return
        }
        let range = SweepRange(ends: from.value...to.value, spacing: spacing)
        let kind = from.kind.common(with: to.kind)
        guard section.has("steps") else {
            let place = entry.keySpan
            axes.sampled.append(SampledRange(key: entry.key, span: place, range: range, kind: kind))
            return
        }
        guard let steps = section.value("steps", .count(in: 2...Self.mostSteps)) else { return }
        // More of them would be more cells than allowed, and take a minute to find that out.
        axes.steps += steps
        guard axes.steps <= SweepDesign.mostPoints else {
            values.log.report(
                "the ranges have more than \(SweepDesign.mostPoints) `steps` together",
                at: section.keySpan("steps")
            )
            return
        }
        var texts: [String] = []
        // Neighbours may be the same once they are whole numbers.
        for text in range.values(steps: steps).map(kind.text) where text != texts.last {
            texts.append(text)
        }
        axes.crossed.append(SweepAxis(key: entry.key, values: texts))
    }

    private func end(_ key: String, _ section: Section) -> (value: Double, kind: RangeKind)? {
        guard let node = section[key], let text = values.text(node, key) else { return nil }
        do throws(QuantityProblem) {
            return try RangeKind.read(text)
        } catch {
            values.log.report(
                "`\(key)`: \(error.message)",
                at: values.place(in: node, offset: error.offset),
                word: error.word,
                among: error.candidates
            )
            return nil
        }
    }
}
