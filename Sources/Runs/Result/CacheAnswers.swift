package import JSON
import Logs
import Scenarios

/// Counts of callers by the source of their answer. The counts add up to all callers.
package struct CacheAnswers: Hashable, Sendable, Tabulated {
    package var memory = 0
    package var disk = 0
    /// From a cache, after a 304.
    package var revalidated = 0
    package var network = 0
    /// Callers that waited for another caller's transfer.
    package var coalesced = 0
    /// Callers whose transfer failed.
    package var none = 0

    package init() {}

    package init(_ transfers: [TransferResult]) {
        for transfer in transfers {
            switch transfer.source {
            case .memory: memory += 1
            case .disk: disk += 1
            case .none: none += 1
            case .revalidated where transfer.sharedWith == nil: revalidated += 1
            case .network where transfer.sharedWith == nil: network += 1
            case .revalidated, .network: coalesced += 1
            }
        }
    }

    package static let figures: [ResultFigure<CacheAnswers>] = [
        .stored(.number, "memory", \.memory),
        .stored(.number, "disk", \.disk),
        .stored(.number, "revalidated", \.revalidated),
        .stored(.number, "network", \.network),
        .stored(.number, "coalesced", \.coalesced),
        .stored(.number, "none", \.none, .untested),
    ]

    package init(json: JSONValue) { Self.figures.read(json, into: &self) }
}
