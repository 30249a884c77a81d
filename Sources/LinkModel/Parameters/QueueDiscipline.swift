/// Which packet a queue serves next, and which it drops.
package enum QueueDiscipline: Hashable, Sendable {
    /// Drops arrivals while the queue is full.
    case dropTail
    /// Drops the packet that has waited longest when the queue is full.
    case dropHead
    case codel(ControlledDelay)
    case pie(ProportionalIntegral)
    /// Flows take turns by bytes; a full queue drops the head of the longest flow. With `codel`, each flow
    /// has its own control.
    case fair(codel: ControlledDelay?)

    /// True if it drops before it is full, to slow its senders down.
    package var dropsEarly: Bool {
        switch self {
        case .dropTail, .dropHead, .fair(codel: nil): false
        case .codel, .pie, .fair: true
        }
    }
}

// MARK: Name

extension QueueDiscipline {
    /// Name of a discipline. The raw value is its spelling in a scenario.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case dropTail = "drop-tail"
        case dropHead = "drop-head"
        case codel
        case pie
        case fq
        case fqCodel = "fq-codel"
    }

    package var name: Name {
        switch self {
        case .dropTail: .dropTail
        case .dropHead: .dropHead
        case .codel: .codel
        case .pie: .pie
        case .fair(codel: nil): .fq
        case .fair: .fqCodel
        }
    }
}
