import Scenarios

/// Reads single values from nodes; a wrong value is reported to the log and becomes nil.
struct ValueReader {
    private static let longestPath = 1000

    let log: DiagnosticLog

    /// Any text.
    func text(_ node: YAMLNode, _ title: String) -> String? {
        if node.isRefused { return nil }
        guard let scalar = node.scalar, !node.isNull else {
            log.report("`\(title)` takes a single value, not \(node.description)", at: node.span)
            return nil
        }
        return scalar.text
    }

    /// A value made from a text; `wanted` says which texts there are.
    func value<Value>(
        _ node: YAMLNode,
        _ title: String,
        _ wanted: String,
        hint: String = "",
        _ make: (String) -> Value?
    ) -> Value? {
        guard let text = text(node, title) else { return nil }
        if let value = make(text) { return value }
        log.report("`\(title)` takes \(wanted), not \(text.quoted)\(hint)", at: node.span)
        return nil
    }

    /// The entries of a mapping whose keys are names; `wanted` says of what.
    func entries(
        _ node: YAMLNode,
        _ title: String,
        _ wanted: String,
        most: (count: Int, noun: String) = (.max, "")
    ) -> [YAMLEntry]? {
        guard let entries = node.entries else {
            if !node.isRefused {
                log.report("`\(title)` takes a mapping of \(wanted), not \(node.description)", at: node.span)
            }
            return nil
        }
        if entries.count <= most.count { return entries }
        log.report("more than \(most.count) \(most.noun)", at: node.span)
        return nil
    }

    /// The path of a file.
    func path(_ node: YAMLNode, _ title: String) -> String? {
        value(node, title, "the path of a file") { path in
            let hasControls = path.unicodeScalars.contains { $0.properties.generalCategory == .control }
            return path.isEmpty || hasControls || path.utf8.count > Self.longestPath ? nil : path
        }
    }

    /// The items of a list, of which there is at least one; `wanted` says which.
    func items(_ node: YAMLNode, _ title: String, _ wanted: String, _ noun: String) -> [YAMLNode]? {
        guard case .sequence(let items) = node.content, !items.isEmpty else {
            if !node.isRefused { log.report("`\(title)` takes \(wanted)", at: node.span) }
            return nil
        }
        if items.count <= ScenarioLimits.items { return items }
        log.report("more than \(ScenarioLimits.items) \(noun)", at: node.span)
        return nil
    }

    func flag(_ node: YAMLNode, _ title: String) -> Bool? {
        word(node, title, among: ["true", "false"]).map { $0 == "true" }
    }

    /// One of these words.
    func word(_ node: YAMLNode, _ title: String, among words: [String], later: [String] = []) -> String? {
        guard let text = text(node, title) else { return nil }
        if words.contains(text) { return text }
        if later.contains(text) {
            log.report("`\(title): \(text)` is not implemented yet", at: node.span)
            return nil
        }
        let list = words.map { "`\($0)`" }.joined(separator: ", ")
        log.report(
            "`\(title)` cannot be \(text.quoted): it is one of \(list)",
            at: node.span,
            word: text,
            among: words
        )
        return nil
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ node: YAMLNode,
        _ title: String,
        later: [String] = []
    ) -> Choice? {
        let words = Choice.allCases.map(\.rawValue)
        return word(node, title, among: words, later: later).flatMap { Choice(rawValue: $0) }
    }

    /// A whole number without a unit.
    func integer(_ node: YAMLNode, _ title: String, in range: ClosedRange<Int64>) -> Int64? {
        let number = value(node, title, "a whole number") { $0.hasPrefix("+") ? nil : Int64($0) }
        guard let number, !range.contains(number) else { return number }
        log.report(
            "`\(title)` is from \(range.lowerBound) to \(range.upperBound), not \(number)",
            at: node.span
        )
        return nil
    }

    /// A number without a unit, with or without decimals.
    func decimal(_ node: YAMLNode, _ title: String, in range: ClosedRange<Double>) -> Double? {
        guard let text = text(node, title) else { return nil }
        let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        guard isPlain, let value = Double(text), value.isFinite else {
            log.report("`\(title)` takes a number such as 0.5, not \(text.quoted)", at: node.span)
            return nil
        }
        guard range.contains(value) else {
            log.report(
                "`\(title)` is from \(range.lowerBound) to \(range.upperBound), not \(text.cut)",
                at: node.span
            )
            return nil
        }
        return value
    }

    /// An amount in the kind's base unit.
    func amount(_ node: YAMLNode, _ title: String, _ kind: QuantityKind, in range: ClosedRange<Int64>)
        -> Int64?
    {
        guard let quantity = quantity(node, title, [kind]) else { return nil }
        return amount(quantity, node, title, in: range)
    }

    func amount(_ quantity: Quantity, _ node: YAMLNode, _ title: String, in range: ClosedRange<Int64>)
        -> Int64?
    {
        do throws(QuantityProblem) {
            let value = try quantity.baseUnits()
            if range.contains(value) { return value }
            let (least, most) = (quantity.kind.text(range.lowerBound), quantity.kind.text(range.upperBound))
            let limit = value < range.lowerBound ? "at least \(least)" : "at most \(most)"
            log.report("`\(title)` is \(limit)", at: node.span)
        } catch {
            log.report("`\(title)`: \(error.message)", at: node.span)
        }
        return nil
    }

    /// A percentage from 0 to 100 as a ratio.
    func ratio(_ node: YAMLNode, _ title: String) -> Double? {
        guard let quantity = quantity(node, title, [.percent]) else { return nil }
        guard quantity.ratio <= 1 else {
            log.report("`\(title)` is at most 100 %", at: node.span)
            return nil
        }
        return quantity.ratio
    }

    /// How alike neighbours are, as a ratio.
    func correlation(_ node: YAMLNode, _ title: String) -> Double? {
        guard let correlation = ratio(node, title) else { return nil }
        if correlation < 1 { return correlation }
        log.report(
            "`correlation` must be below 100 %: at 100 % the first packet would decide for all",
            at: node.span
        )
        return nil
    }

    /// A quantity of one of these kinds.
    func quantity(_ node: YAMLNode, _ title: String, _ kinds: [QuantityKind]) -> Quantity? {
        guard let text = text(node, title) else { return nil }
        do throws(QuantityProblem) {
            return try Quantity(text, as: kinds)
        } catch {
            log.report(
                "`\(title)`: \(error.message)",
                at: place(in: node, offset: error.offset),
                word: error.word,
                among: error.candidates
            )
            return nil
        }
    }

    /// The place of a character inside a single value; the value's own place if its lines were folded.
    func place(in node: YAMLNode, offset: Int) -> SourceSpan {
        // Lines whose faults nobody will see are not searched: a hostile file could cause an endless search.
        guard let scalar = node.scalar, node.span.flag == nil, scalar.style != .block, !log.isFull,
            node.span.column < 10_000
        else { return node.span }
        let start = node.span.advanced(by: scalar.style == .quoted ? 1 : 0)
        guard log.source.text(start, count: scalar.text.unicodeScalars.count) == scalar.text else {
            return node.span
        }
        return start.advanced(by: offset)
    }
}

extension QuantityKind {
    /// An amount of this kind in its usual notation.
    func text(_ value: Int64) -> String {
        switch self {
        case .bytes: Quantity.text(bytes: Int(value))
        case .rate: Quantity.text(rateBps: value)
        case .duration: Quantity.text(nanoseconds: value)
        case .percent: "\(value) %"
        case .pixels: "\(value) px"
        case .packets: "\(value) packets"
        }
    }
}
