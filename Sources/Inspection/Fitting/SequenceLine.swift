/// Unwraps sequence numbers.
struct SequenceLine {
    private var last: Int?

    /// Assumes that each number is close to the one before.
    mutating func place(_ number: UInt32) -> Int {
        guard let last else {
            // Far enough up that earlier numbers do not fall below zero.
            let start = Int(number) + 1 << 33
            self.last = start
            return start
        }
        let place = last + Int(Int32(bitPattern: number &- UInt32(truncatingIfNeeded: last)))
        self.last = max(last, place)
        return place
    }
}
