/// Loads in a file's own byte order. Each is bounds-checked and returns nil past the end.
extension RawSpan {
    @inlinable
    package func unsigned16(at offset: Int, _ order: ByteOrder) -> UInt16? {
        guard let value = bigEndian16(at: offset) else { return nil }
        return order == .big ? value : value.byteSwapped
    }

    @inlinable
    package func unsigned32(at offset: Int, _ order: ByteOrder) -> UInt32? {
        guard let value = bigEndian32(at: offset) else { return nil }
        return order == .big ? value : value.byteSwapped
    }

    @inlinable
    package func unsigned64(at offset: Int, _ order: ByteOrder) -> UInt64? {
        guard let first = unsigned32(at: offset, order), let second = unsigned32(at: offset + 4, order)
        else { return nil }
        return order == .big
            ? UInt64(first) << 32 | UInt64(second)
            : UInt64(second) << 32 | UInt64(first)
    }
}
