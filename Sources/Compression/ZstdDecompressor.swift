internal import CZstd

/// Zstandard by Facebook's library. Consecutive frames are one stream.
final class ZstdDecompressor: Decompressor {
    /// Bytes at a frame's front that are handed over one by one. The library reads a frame that arrived whole
    /// in another way than one in pieces, and then refuses what it otherwise accepts: an end before the
    /// stated length.
    private static let frontBytes = 18

    private let stream: OpaquePointer
    /// How many of them are still to be handed over.
    private var front = frontBytes
    private(set) var isAtEnd = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init?() {
        guard let stream = ZSTD_createDStream() else { return nil }
        self.stream = stream
    }

    deinit {
        ZSTD_freeDStream(stream)
    }

    func receive(_ bytes: RawSpan, _ output: (RawSpan) -> Bool) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var input = ZSTD_inBuffer(src: bytes.baseAddress, size: 0, pos: 0)
            var isFull = false
            while input.pos < bytes.count || isFull {
                let start = input.pos
                input.size = front > 0 ? min(bytes.count, start + 1) : bytes.count
                var made = 0
                let room = buffer.count
                let code = buffer.withUnsafeMutableBytes { buffer in
                    var out = ZSTD_outBuffer(dst: buffer.baseAddress, size: room, pos: 0)
                    let code = ZSTD_decompressStream(stream, &out, &input)
                    made = out.pos
                    return code
                }
                guard ZSTD_isError(code) == 0 else { return false }
                isAtEnd = code == 0
                front = isAtEnd ? Self.frontBytes : max(0, front - (input.pos - start))
                isFull = made == room && !isAtEnd
                if made > 0, !output(buffer.span.bytes.extracting(0..<made)) { return false }
            }
            return true
        }
    }
}
