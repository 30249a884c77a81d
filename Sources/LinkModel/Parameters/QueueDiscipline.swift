/// Which packet a queue serves next, and which it drops.
package enum QueueDiscipline: Hashable, Sendable {
    /// What arrives at a full queue is dropped.
    case dropTail
    /// What has waited longest in a full queue is dropped.
    case dropHead
    case codel(ControlledDelay)
    case pie(ProportionalIntegral)
    /// The flows take turns by bytes; a full queue drops the head of the longest flow. With `codel` each flow has its own.
    case fair(codel: ControlledDelay?)

    /// True where it drops before it is full, to slow its senders down.
    package var dropsEarly: Bool {
        switch self {
        case .dropTail, .dropHead, .fair(codel: nil): false
        case .codel, .pie, .fair: true
        }
    }
}
