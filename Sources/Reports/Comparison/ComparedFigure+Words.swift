import Analysis
import Figures
import Wire

extension ComparedFigure.Metric {
    /// A value of it, and what more or less of it is called.
    func text(_ value: Double) -> String {
        isTime ? DurationFormat.text(Nanoseconds(value.rounded())) : ByteFormat.text(Int(value.rounded()))
    }

    fileprivate func direction(_ amount: Double) -> String {
        switch (isTime, amount > 0) {
        case (true, true): "slower"
        case (true, false): "faster"
        case (false, true): "more"
        case (false, false): "less"
        }
    }
}

extension ComparedFigure {
    /// What is compared, such as `a.jpg: duration`.
    var name: String {
        guard let file else { return metric.words }
        return turn > 1 ? "\(file) (\(turn)): \(metric.words)" : "\(file): \(metric.words)"
    }

    /// The verdict in a few words, such as `slower by 12 % +- 2 % (p = 0.01)`.
    var sentence: String {
        switch verdict {
        case .equal: "equal"
        case .certain(let change): "\(words(change)) (not by chance)"
        case .shown(let change, let p): "\(words(change)) (\(Self.words(p: p)))"
        case .notShown(_, let p): "no difference can be shown (\(Self.words(p: p)))"
        case .tooFew(let change): "\(words(change)) (too few runs)"
        }
    }

    private func words(_ change: Change) -> String {
        guard change.amount != 0 else { return "spread differently around the same median" }
        let size = change.share.map(Self.percent) ?? metric.text(abs(change.amount))
        let margin = change.margin.map { " +- \(Self.percent($0))" } ?? ""
        return "\(metric.direction(change.amount)) by \(size)\(margin)"
    }

    /// With as many digits as a reader can use.
    private static func percent(_ share: Double) -> String {
        let size = abs(share)
        if size < 0.000_05 { return "less than 0.01 %" }
        return FixedPoint.percent(size, digits: size >= 0.1 ? 0 : size >= 0.01 ? 1 : 2)
    }

    private static func words(p: Double) -> String {
        p < 0.001 ? "p < 0.001" : "p = \(FixedPoint.text(p, digits: p < 0.1 ? 3 : 2))"
    }

    /// The middle of a group's values, and from which to which they go.
    func middle(of values: [Int64]) -> String {
        metric.text(Self.median(values))
    }

    func spread(of values: [Int64]) -> String {
        guard let least = values.min(), let most = values.max(), least != most else { return "" }
        return metric.text(Double(most) - Double(least))
    }
}
