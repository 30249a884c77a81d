/// Loads in network order from untrusted bytes. Each is bounds-checked and returns nil past the end.
extension RawSpan {
    /// One byte.
    @inlinable
    public func byte(at offset: Int) -> UInt8? {
        guard offset >= 0, offset < byteCount else { return nil }
        return unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt8.self)
    }

    /// Two bytes.
    @inlinable
    public func bigEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= byteCount - 2 else { return nil }
        return UInt16(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt16.self))
    }

    /// Four bytes.
    @inlinable
    public func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= byteCount - 4 else { return nil }
        return UInt32(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt32.self))
    }

    /// Eight bytes.
    @inlinable
    public func bigEndian64(at offset: Int) -> UInt64? {
        guard offset >= 0, offset <= byteCount - 8 else { return nil }
        return UInt64(bigEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self))
    }

    /// An IPv6 address.
    @inlinable
    public func ip6Address(at offset: Int) -> IPAddress? {
        guard let high = bigEndian64(at: offset), let low = bigEndian64(at: offset + 8) else { return nil }
        return .v6(high: high, low: low)
    }
}
