package import LinkModel

/// Why a packet was lost. The raw value is its key in JSON.
package enum LossKind: String, Hashable, Sendable, CaseIterable {
    /// At random, before the queue.
    case random
    /// It arrived, but damaged.
    case damaged
    case outage
    /// It exceeded the policer's rate.
    case policer
    case queueFull = "queue-full"
    /// The queue dropped it to slow its sender down.
    case congestion
    /// It was in the queue when the line was taken down.
    case waiting

    /// nil for a packet that arrived intact.
    package init?(_ fate: LinkFate, isDamaged: Bool) {
        switch fate {
        case .delivered:
            guard isDamaged else { return nil }
            self = .damaged
        case .lost: self = .random
        case .outage: self = .outage
        case .policed: self = .policer
        case .queueFull: self = .queueFull
        case .congestion: self = .congestion
        case .waiting: self = .waiting
        }
    }
}
