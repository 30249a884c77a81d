import Analysis
import Figures

extension ComparisonRemark {
    /// Without a full stop.
    var words: String {
        switch self {
        case .fasterThanLine(let bps, let line):
            "bytes arrived at up to \(RateFormat.text(bps)), so the captured line is faster than \(line)"
        case .mixed:
            "exchanges differ in TLS or HTTP version, so theory predicts each connection only by itself"
        case .tooMuch:
            "there is too much to simulate, so theory predicts each exchange by itself, with formulas"
        case .ignored(let gaps): "theory leaves out \(gaps.words): \(gaps.consequence ?? "")"
        }
    }
}
