import Analysis
import LinkModel
import Runs
import Wire

/// What several transfers waited for when lost packets were sent again, as a clause.
struct RecoveryClause {
    /// Most kinds of losses that are named.
    private static let most = 2

    private let members: [TransferExplanation]

    init(_ members: [TransferExplanation]) {
        self.members = members
    }

    /// nil if nothing is known of the losses.
    var text: String? {
        guard let first = members.first, !losses.isEmpty else { return nil }
        var times: [Kind: Nanoseconds] = [:]
        for loss in losses {
            guard let kind = loss.loss.kind else { continue }
            times[Kind(kind: kind, direction: loss.loss.direction), default: 0] += loss.loss.time
        }
        let told = times.sorted {
            ($1.value, $0.key.direction.rawValue, $0.key.kind.rawValue)
                < ($0.value, $1.key.direction.rawValue, $1.key.kind.rawValue)
        }
        let agents = told.prefix(Self.most).map {
            LossWords($0.key.kind, $0.key.direction, on: first.link).passive
        }
        let whose = owner.map { " of \($0)" } ?? ""
        let what = agents.isEmpty ? "" : ", \(agents.joined(separator: " or "))"
        return "they waited for the retransmission of lost packets\(whose)\(what)"
    }

    private struct Kind: Hashable {
        var kind: LossKind
        var direction: LinkDirection
    }

    private var losses: [TransferExplanation.Loss] { members.flatMap(\.losses) }

    /// The one transfer, none of them, whose packets cost them more than half of that time.
    private var owner: String? {
        let own = Set(members.map(\.transfer.id))
        var times: [Int: Nanoseconds] = [:]
        for loss in losses {
            guard let owner = loss.loss.transfer, !own.contains(owner) else { continue }
            times[owner, default: 0] += loss.loss.time
        }
        let whole = losses.reduce(0) { $0 + $1.loss.time }
        guard let most = times.first(where: { $0.value * 2 > whole }) else { return nil }
        return losses.first { $0.loss.transfer == most.key }?.owner?.file
    }
}
