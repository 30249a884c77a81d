import Figures
import Inspection

extension LineRemark {
    /// Without a full stop.
    var words: String {
        switch self {
        case .delayedUnevenly: "packets are delayed unevenly: round trip and queue are less certain"
        case .withoutOpening: "no connection's opening is there: the capture is taken for a client's"
        case .cut(let segments, let leftOut):
            "the line is told from the first \(CountFormat.text(segments, "segment")), "
                + "\(leftOut) more \(leftOut == 1 ? "is" : "are") left out"
        case .withoutRate:
            "nothing that came over the line was spaced by a rate: it is unlimited, or was never full"
        }
    }
}
