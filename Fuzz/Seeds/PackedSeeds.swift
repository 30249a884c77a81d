/// Handmade compressed bytes of each format, with stored blocks.
enum PackedSeeds {
    static let all: [(String, [UInt8])] = [
        ("gzip", gzip), ("two-members", gzip + gzip),
        ("zlib", [0x78, 0x01] + stored + [0x06, 0x2C, 0x02, 0x15]),
        ("bare", stored), ("brotli", [0x0B, 0x02, 0x80] + content + [0x03]), ("zstd", zstd),
        // A skippable frame, then one with a block that repeats a byte.
        ("zstd-repeated", [0x50, 0x2A, 0x4D, 0x18, 1, 0, 0, 0, 9] + zstdHead + [200, 0x43, 0x06, 0, 0x61]),
    ]

    private static let content = bytes("hello")
    private static let zstdHead: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0x20]
    private static let stored: [UInt8] = [1, 5, 0, 0xFA, 0xFF] + content
    /// Ends with the checksum of `hello`.
    private static let gzip: [UInt8] =
        [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stored + [0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0]
    private static let zstd: [UInt8] = zstdHead + [5, 0x29, 0, 0] + content
}
