extension [UInt8] {
    /// Writes two bytes, the high one first.
    package mutating func store(_ value: UInt16, at offset: Int) {
        self[offset] = UInt8(value >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: value)
    }
}
