import Scenarios

/// `matrix:` -> every combination of its axes; the last axis changes fastest.
struct ScenarioMatrix {
    struct Axis {
        var path: KeyPath
        var span: SourceSpan
        var values: [YAMLNode]
    }

    /// Where counting stops: far above the limit, and far below overflow.
    private static let mostCounted = 1_000_000

    private(set) var axes: [Axis] = []

    /// Reads and removes the matrix of a scenario.
    init(takenFrom root: inout YAMLNode, log: DiagnosticLog) {
        guard case .mapping(var entries) = root.content,
            let index = entries.firstIndex(where: { $0.key == "matrix" })
        else { return }
        let matrix = entries.remove(at: index)
        root.content = .mapping(entries)
        guard let axes = matrix.value.entries, !axes.isEmpty else {
            if !matrix.value.isRefused {
                log.report(
                    "`matrix` takes a mapping of keys to lists, as in `{ client.policy: [none, both] }`",
                    at: matrix.value.isNull ? matrix.keySpan : matrix.value.span
                )
            }
            return
        }
        self.axes = axes.compactMap { Self.axis($0, log: log) }
        let combinations = count
        if combinations > ScenarioLimits.combinations
            || combinations * root.count > ScenarioLimits.matrixNodes
        {
            log.report(
                "\(combinations == Self.mostCounted ? "too many" : "\(combinations)") combinations: "
                    + "at most \(ScenarioLimits.combinations), and fewer for a very long scenario",
                at: matrix.keySpan
            )
            self.axes = []
        }
    }

    private static func axis(_ entry: YAMLEntry, log: DiagnosticLog) -> Axis? {
        if entry.value.isRefused { return nil }
        let root = entry.key.split(separator: ".").first ?? ""
        guard let path = KeyPath(entry.key), !["matrix", "netlab", "name", "expect"].contains(root) else {
            log.report("\(entry.key.quoted) cannot be an axis of a matrix", at: entry.keySpan)
            return nil
        }
        guard case .sequence(let values) = entry.value.content, !values.isEmpty else {
            log.report("an axis of a matrix takes a list of values", at: entry.value.span)
            return nil
        }
        var seen = Set<String>()
        for value in values {
            guard let text = value.scalar?.text, !value.isNull else {
                if !value.isRefused {
                    log.report(
                        "an axis of a matrix has single values, not \(value.description)",
                        at: value.span
                    )
                }
                return nil
            }
            if !seen.insert(text).inserted { log.report("\(text.quoted) is listed twice", at: value.span) }
        }
        return Axis(path: path, span: entry.keySpan, values: values)
    }

    /// At most `mostCounted`.
    private var count: Int {
        axes.reduce(1) { product, axis in
            let (result, overflow) = product.multipliedReportingOverflow(by: axis.values.count)
            return overflow ? Self.mostCounted : min(result, Self.mostCounted)
        }
    }

    /// Restricts an axis to the value that a flag sets.
    mutating func pin(_ path: String, to value: YAMLNode) {
        for index in axes.indices where axes[index].path.text == path { axes[index].values = [value] }
    }

    /// The value of each axis in each combination.
    var combinations: [[YAMLNode]] {
        axes.reduce([[]]) { found, axis in found.flatMap { head in axis.values.map { head + [$0] } } }
    }
}
