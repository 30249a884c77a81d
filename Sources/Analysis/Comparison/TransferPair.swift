import Logs
import Runs
import Wire

/// The same transfer in two groups of runs.
struct TransferPair {
    let before: [TransferResult]
    let after: [TransferResult]

    /// nil without a transfer.
    var name: TransferName? { (before.first ?? after.first).map(TransferName.init) }

    /// nil if the transfer does not have it.
    static func value(_ metric: ComparedFigure.Metric, _ transfer: TransferResult) -> Int64? {
        let exchange = transfer.clientLog?.exchange
        return switch metric {
        case .makespan: nil
        case .duration: transfer.duration
        case .firstByte: exchange.map { $0.firstByte - $0.request }
        case .receive: exchange.map { $0.lastByte - $0.firstByte }
        case .wireBytes: transfer.wireDownBytes.map { Int64($0 + (transfer.wireUpBytes ?? 0)) }
        case .retransmittedBytes: transfer.retransmittedBytes.map { Int64($0) }
        }
    }

    /// What is of another kind in every run of the other group.
    var differences: [RunDifference] {
        guard let name else { return [] }
        var differences: [RunDifference] = []
        if let (old, new) = apart({ $0.status ?? 0 }) {
            differences.append(.status(name, before: old, after: new))
        }
        if let (old, new) = apart({ $0.source.rawValue }) {
            differences.append(.source(name, before: old, after: new))
        }
        if let (old, new) = apart({ $0.bodyBytes }) {
            differences.append(.body(name, before: old, after: new))
        }
        return differences
    }

    /// The values of both groups; nil if one occurs in both.
    private func apart<Value: Hashable & Comparable>(
        _ value: (TransferResult) -> Value
    ) -> ([Value], [Value])? {
        let (old, new) = (Set(before.map(value)), Set(after.map(value)))
        return old.isDisjoint(with: new) ? (old.sorted(), new.sorted()) : nil
    }
}
