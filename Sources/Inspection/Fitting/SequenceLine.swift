/// Puts sequence numbers, which wrap around, onto a line that does not.
struct SequenceLine {
    private var last: Int?

    /// Numbers are taken for close to the one before.
    mutating func place(_ number: UInt32) -> Int {
        guard let last else {
            // Far enough up that what stands before the first does not go below zero.
            let start = Int(number) + 1 << 33
            self.last = start
            return start
        }
        let place = last + Int(Int32(bitPattern: number &- UInt32(truncatingIfNeeded: last)))
        self.last = max(last, place)
        return place
    }
}
