internal import CBrotli

/// Brotli by Google's library.
package enum Brotli {
    /// Out of 11: the highest would take seconds for a few megabytes.
    private static let quality: Int32 = 6
    private static let window: Int32 = 22

    package static func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        let room = max(64, BrotliEncoderMaxCompressedSize(bytes.count))
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            var count = room
            isWhole =
                BrotliEncoderCompress(
                    quality,
                    window,
                    BROTLI_MODE_TEXT,
                    bytes.count,
                    bytes,
                    &count,
                    buffer.baseAddress
                ) == BROTLI_TRUE
            filled = isWhole ? count : 0
        }
        guard isWhole else { throw CompressionError(format: .brotli, size: bytes.count) }
        return output
    }
}
