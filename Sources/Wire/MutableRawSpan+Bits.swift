extension MutableRawSpan {
    /// Flips one bit, counted from the first byte's most significant bit. Ignores bits past the end.
    package mutating func flipBit(_ bit: Int) {
        let offset = bit >> 3
        guard bit >= 0, offset < byteCount else { return }
        let byte = unsafeLoad(fromByteOffset: offset, as: UInt8.self)
        storeBytes(of: byte ^ 0x80 >> UInt8(bit & 7), toByteOffset: offset, as: UInt8.self)
    }
}
