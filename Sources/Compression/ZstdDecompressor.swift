internal import CZstd

/// Zstandard by Facebook's library. Frames that follow one another are one stream.
final class ZstdDecompressor: Decompressor {
    private let stream: OpaquePointer
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
            var input = ZSTD_inBuffer(src: bytes.baseAddress, size: bytes.count, pos: 0)
            var isFull = false
            while input.pos < input.size || isFull {
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
                isFull = made == room
                if made > 0, !output(buffer.span.bytes.extracting(0..<made)) { return false }
            }
            return true
        }
    }
}
