internal import CZstd

/// Zstandard by Facebook's library: one frame, written piece by piece.
///
/// Used by one thread at a time.
package final class ZstdCompressor {
    private let stream: OpaquePointer

    /// nil if there is too little memory.
    package init?() {
        guard let stream = ZSTD_createCStream() else { return nil }
        self.stream = stream
        // Says of the whole what it is, so that a reader notices bytes that were changed.
        ZSTD_CCtx_setParameter(stream, ZSTD_c_checksumFlag, 1)
    }

    deinit {
        ZSTD_freeCStream(stream)
    }

    /// What there is to write for these bytes so far; the last piece ends the frame.
    package func compress(_ bytes: [UInt8], isLast: Bool = false) throws(CompressionError) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: ZSTD_CStreamOutSize())
        var place = 0
        while true {
            var (made, rest) = (0, 0)
            bytes.withUnsafeBytes { bytes in
                var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: place)
                buffer.withUnsafeMutableBytes { buffer in
                    var out = ZSTD_outBuffer(dst: buffer.baseAddress, size: buffer.count, pos: 0)
                    rest = ZSTD_compressStream2(stream, &out, &input, isLast ? ZSTD_e_end : ZSTD_e_continue)
                    made = out.pos
                }
                place = input.pos
            }
            guard ZSTD_isError(rest) == 0 else { throw CompressionError(format: .zstd, size: bytes.count) }
            output += buffer[..<made]
            if isLast ? rest == 0 : place == bytes.count { return output }
        }
    }
}
