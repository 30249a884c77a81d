import Logs
import Runs

/// The same transfer in two groups of runs.
struct TransferPair {
    let before: [TransferResult]
    let after: [TransferResult]

    /// nil without a transfer.
    var name: TransferName? { (before.first ?? after.first).map(TransferName.init) }

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
