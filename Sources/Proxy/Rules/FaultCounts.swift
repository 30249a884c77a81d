import Forwarding
import HTTP

/// Which exchanges have the faults of rules: the first requests for a URL, or a share of all.
struct FaultCounts {
    private struct Place: Hashable {
        var rule: Int
        var url: String
    }

    /// At most so many URLs are counted; a client could name any number.
    private static let most = 10_000

    private var requests: [Place: Int] = [:]

    /// One more request for the URL.
    mutating func take(
        _ fault: ResponseFault,
        of rule: Int,
        _ url: String,
        _ generator: inout some RandomNumberGenerator
    ) -> Bool {
        if let first = fault.first {
            let place = Place(rule: rule, url: url)
            if requests.count >= Self.most, requests[place] == nil { return false }
            let earlier = requests[place, default: 0]
            if earlier >= first { return false }
            requests[place] = earlier + 1
        }
        return fault.probability >= 1 || Double.random(in: 0..<1, using: &generator) < fault.probability
    }
}
