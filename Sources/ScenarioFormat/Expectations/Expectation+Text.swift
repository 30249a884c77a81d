package import Scenarios

extension Expectation.Subject {
    /// `STEP.METRIC` or `STEP[FILE].METRIC`, inside the fold's parentheses if it has one.
    package var text: String {
        let plain = step + (file.map { "[\($0)]" } ?? "") + "." + metric.name
        return fold?.text(of: plain) ?? plain
    }
}

extension Expectation.Fold {
    package func text(of plain: String) -> String {
        switch self {
        case .percentile(let percent):
            let whole = Int(exactly: percent).map(String.init) ?? String(percent)
            return "p(\(whole), \(plain))"
        case .max: return "max(\(plain))"
        case .min: return "min(\(plain))"
        case .mean: return "mean(\(plain))"
        case .sum: return "sum(\(plain))"
        }
    }
}
