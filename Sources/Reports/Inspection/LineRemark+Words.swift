import Figures
import Inspection

extension LineRemark {
    /// Without a full stop.
    var words: String {
        switch self {
        case .delayedUnevenly: "packets are delayed unevenly, so round trip and queue are less certain"
        case .withoutOpening:
            "the capture contains no connection from its start, so it is assumed to have been taken at the client"
        case .cut(let segments, let leftOut):
            "the line is estimated from the first \(CountFormat.text(segments, "segment")), "
                + "\(leftOut) more \(leftOut == 1 ? "is" : "are") left out"
        case .withoutRate:
            "no packets were spaced by a rate: the line is unlimited, or was never full"
        }
    }
}
