import LinkModel
import Runs
import Wire

extension Span {
    /// The share of it in which the down-link was sending; nil if it is empty.
    func utilisation(_ log: [LinkLogEntry]) -> Double? {
        guard length > 0 else { return nil }
        var served: Nanoseconds = 0
        for entry in log where entry.packet.direction == .down && entry.decision.fate == .delivered {
            let begin = max(entry.decision.serviceStart, start)
            let done = min(entry.decision.serviceEnd, end)
            if done > begin { served += done - begin }
        }
        return Double(served) / Double(length)
    }
}
