import Analysis
package import JSON
import Runs

extension RunComparisonReport {
    /// Every figure, equal ones too.
    package var json: JSONValue {
        [
            "schema": "netlab.diff/1", "before": names.before.json, "after": names.after.json,
            "alike": isAlike.json, "tolerance": tolerance.json, "runsBefore": comparison.before.json,
            "runsAfter": comparison.after.json, "leftOutBefore": comparison.leftOutBefore.json,
            "leftOutAfter": comparison.leftOutAfter.json, "virtualTime": comparison.isExact.json,
            "differences": comparison.differences.map(\.sentence).json,
            "figures": .array(comparison.figures.map(json)),
        ]
    }

    private func json(_ figure: ComparedFigure) -> JSONValue {
        let change = figure.change
        return [
            "matrix": figure.matrix.isEmpty
                ? nil : .object(figure.matrix.map { .init(key: $0.key, value: $0.value.json) }),
            "step": figure.step.json, "file": figure.file.json, "turn": figure.turn.json,
            "metric": figure.metric.name.json, "unit": figure.metric.isTime ? "ns" : "B",
            "before": Self.json(figure.before), "after": Self.json(figure.after),
            "verdict": .string(figure.verdictName), "change": (change?.amount).json,
            "changeRatio": (change?.share).json, "marginRatio": (change?.margin).json, "p": figure.p.json,
            "worse": figure.isWorse(beyond: tolerance).json, "sentence": figure.sentence.json,
        ]
    }

    private static func json(_ values: [Int64]) -> JSONValue {
        [
            "runs": values.count.json, "median": ComparedFigure.median(values).json,
            "min": values.min().json, "max": values.max().json, "values": values.json,
        ]
    }
}

extension ComparedFigure {
    fileprivate var verdictName: String {
        switch verdict {
        case .equal: "equal"
        case .certain: "certain"
        case .shown: "shown"
        case .notShown: "not-shown"
        case .tooFew: "too-few"
        }
    }

    /// nil if nothing was tested.
    fileprivate var p: Double? {
        switch verdict {
        case .shown(_, let p), .notShown(_, let p): p
        case .equal, .certain, .tooFew: nil
        }
    }
}
