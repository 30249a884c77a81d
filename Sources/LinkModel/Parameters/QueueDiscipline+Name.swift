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
