import LinkModel
import Logs
import Wire

extension RunRecord {
    /// Sizes of what one exchange may carry, in bytes; larger ones were not measured by a run.
    private static let sizes = 0...1 << 34

    /// The first place with a value that no run records, in `record.json` or in a log, such as times that run
    /// backwards; nil if there is none.
    package var impossible: (file: String, place: String)? {
        if let place = transfers.firstIndex(where: {
            $0.end < $0.start || $0.exchange.map(Self.isWrong) == true
        }) {
            return (Self.fileName, ".transfers[\(place)]")
        }
        if let place = steps.firstIndex(where: { $0.end < $0.start }) {
            return (Self.fileName, ".steps[\(place)]")
        }
        return Self.impossible(.linkLog, linkLog, Self.isWrong)
            ?? Self.impossible(.originLog, originLog) {
                !Self.hold([$0.order, $0.bodyBytes, $0.headerBytes])
            }
            ?? Self.impossible(.proxyLog, proxyLog) { $0.upstream?.record.map(Self.isWrong) == true }
    }

    private static func impossible<Entry>(
        _ log: Artifact,
        _ entries: [Entry],
        _ isWrong: (Entry) -> Bool
    ) -> (file: String, place: String)? {
        // The schema stands in the first line.
        entries.firstIndex(where: isWrong).map { (log.fileName, "line \($0 + 2)") }
    }

    private static func hold(_ numbers: [Int]) -> Bool { numbers.allSatisfy(sizes.contains) }

    private static func isWrong(_ exchange: ExchangeRecord) -> Bool {
        !hold([exchange.order, exchange.requestBytes, exchange.headerBytes, exchange.bodyBytes])
    }

    private static func isWrong(_ entry: LinkLogEntry) -> Bool {
        guard hold([entry.bytes]) else { return true }
        let decision = entry.decision
        return decision.fate == .delivered
            && !(entry.arrival <= decision.serviceStart && decision.serviceStart <= decision.serviceEnd
                && decision.serviceEnd <= decision.due)
    }
}
