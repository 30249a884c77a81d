import Analysis
import Figures

extension ComparisonRemark {
    /// Without a full stop.
    var words: String {
        switch self {
        case .comesFaster(let bps, let line):
            "bytes came at up to \(RateFormat.text(bps)): the capture is of a faster line than \(line)"
        case .mixed:
            "exchanges differ in TLS or HTTP version, so that theory tells of each connection by itself only"
        case .tooMuch:
            "there is too much to simulate: theory tells of each exchange by itself, in closed form"
        case .ignored(let gaps): "theory leaves out \(gaps.words): \(gaps.consequence ?? "")"
        }
    }
}
