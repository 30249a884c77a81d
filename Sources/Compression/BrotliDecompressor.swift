internal import CBrotli

/// Brotli by Google's library.
final class BrotliDecompressor: Decompressor {
    private let state: OpaquePointer
    private(set) var isAtEnd = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    init?() {
        guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
        self.state = state
    }

    deinit {
        BrotliDecoderDestroyInstance(state)
    }

    func receive(_ bytes: RawSpan, _ output: (RawSpan) -> Bool) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var next = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self)
            var left = bytes.count
            while true {
                if isAtEnd { return left == 0 }
                var made = 0
                let room = buffer.count
                let code = buffer.withUnsafeMutableBufferPointer { buffer in
                    var free = room
                    var place = buffer.baseAddress
                    let code = BrotliDecoderDecompressStream(state, &left, &next, &free, &place, nil)
                    made = room - free
                    return code
                }
                if made > 0, !output(buffer.span.bytes.extracting(0..<made)) { return false }
                switch code {
                case BROTLI_DECODER_RESULT_SUCCESS: isAtEnd = true
                case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return true
                case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
                default: return false
                }
            }
        }
    }
}
