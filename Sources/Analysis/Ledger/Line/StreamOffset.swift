/// Unwraps sequence numbers, which wrap at 2^32, into stream offsets.
struct StreamOffset {
    private var reference: (sequence: UInt32, offset: Int64)?

    /// The nearest unwrapped value to the highest number so far; the first number is at 0.
    mutating func place(_ sequence: UInt32) -> Int64 {
        guard let reference else {
            reference = (sequence, 0)
            return 0
        }
        let offset = reference.offset + Int64(Int32(bitPattern: sequence &- reference.sequence))
        if offset > reference.offset { self.reference = (sequence, offset) }
        return offset
    }
}
