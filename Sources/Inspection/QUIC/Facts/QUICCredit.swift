/// How much one end may send, and how much it has sent.
struct QUICCredit {
    private(set) var granted: UInt64 = 0
    private(set) var used: UInt64 = 0
    private var isExhausted = false

    mutating func grant(_ limit: UInt64) {
        guard limit > granted else { return }
        granted = limit
        if used < granted { isExhausted = false }
    }

    mutating func use(more: UInt64) -> Bool { use(upTo: used + more) }

    /// Returns true if this reaches a known limit.
    mutating func use(upTo total: UInt64) -> Bool {
        guard total > used else { return false }
        used = total
        guard granted > 0, used >= granted, !isExhausted else { return false }
        isExhausted = true
        return true
    }
}
