import LinkModel
import Runs
import Theory

extension TheoryGap {
    var words: String {
        switch self {
        case .changingRate: "the changing rate"
        case .impairment(let impairment): impairment.omission
        case .earlyDrops: "what the queue drops early"
        case .streams: "HTTP/2 streams"
        case .congestion: "the congestion control"
        case .givingUp: "cancelled fetches"
        case .pausing: "the client's pauses"
        case .origin: "how the origin answers"
        case .freshness: "whether stored copies are fresh (`revalidate: http`)"
        }
    }
}

extension [TheoryGap] {
    /// `the loss, the policing and the jitter`.
    package var words: String {
        let names = map(\.words)
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }

    /// How to read theory's figures, for use after a comma or a colon; nil if they leave nothing out.
    package var consequence: String? {
        switch effect {
        case .unknown: "it does not predict when transfers end, and its other figures use the mean rate"
        case .longer: "a transfer takes at least as long as predicted"
        case .either: "a transfer takes about as long as predicted"
        case nil: nil
        }
    }
}
