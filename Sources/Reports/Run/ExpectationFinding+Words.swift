import Figures
import Runs

extension ExpectationFinding {
    /// Without a full stop.
    var words: String {
        switch self {
        case .stopped(let step, let hasBegun): "the run stopped \(hasBegun ? "during" : "before") `\(step)`"
        case .noTransfer(let step, let file):
            file.map { "no transfer of \($0) in step \(step)" } ?? "no transfer in step \(step)"
        case .figures(let figures, let more):
            figures.map(\.words).joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
        case .same(let figure, let times): "\(figure.words), \(times) times"
        case .range(let least, let most): "\(least.words) to \(most.words)"
        case .each(let figures): figures.map(\.words).joined(separator: ", ")
        case .text(let words): words
        }
    }
}

extension FoundFigure {
    fileprivate var words: String {
        let name = file.map { "\($0): " } ?? ""
        return switch beside {
        case nil: name + figure.words
        case .share(let share): "\(name)\(figure.words), \(FixedPoint.percent(share))"
        case .other(let other, let difference):
            "\(name)\(figure.words) against \(other.words)"
                + (difference.map { " (\(FixedPoint.signedPercent($0)))" } ?? "")
        }
    }
}
