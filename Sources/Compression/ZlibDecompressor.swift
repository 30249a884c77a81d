internal import CZlib

/// gzip, zlib and bare deflate data, by zlib. Consecutive gzip members are one stream.
final class ZlibDecompressor: Decompressor {
    private var stream = z_stream()
    private var windowBits: Int32?
    private var hasBegun = false
    private(set) var isAtEnd = false
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)

    /// nil lets the first byte decide whether there is a zlib header.
    init(windowBits: Int32?) {
        self.windowBits = windowBits
    }

    deinit {
        if hasBegun { inflateEnd(&stream) }
    }

    func receive(_ bytes: RawSpan, _ output: (RawSpan) -> Bool) -> Bool {
        guard bytes.byteCount > 0 else { return true }
        return bytes.withUnsafeBytes { bytes in
            guard let start = bytes.baseAddress else { return true }
            guard begin(first: bytes[0]) else { return false }
            // The library only reads this memory.
            stream.next_in = UnsafeMutablePointer(mutating: start.assumingMemoryBound(to: UInt8.self))
            stream.avail_in = UInt32(clamping: bytes.count)
            defer { stream.next_in = nil }
            while stream.avail_in > 0 || stream.avail_out == 0 {
                guard step(output) else { return false }
                if isAtEnd, stream.avail_in == 0 { return true }
            }
            return true
        }
    }

    private func begin(first: UInt8) -> Bool {
        if hasBegun { return true }
        let bits = windowBits ?? (first & 0x0F == 8 && first >> 4 <= 7 ? 15 : -15)
        windowBits = bits
        hasBegun = netlab_zlib_begin_unpacking(&stream, bits) == Z_OK
        return hasBegun
    }

    private func step(_ output: (RawSpan) -> Bool) -> Bool {
        if isAtEnd {
            // Further bytes are the next member, or padding, which is no stream.
            guard inflateReset(&stream) == Z_OK else { return false }
            isAtEnd = false
        }
        let room = buffer.count
        let code = buffer.withUnsafeMutableBufferPointer { buffer in
            stream.next_out = buffer.baseAddress
            stream.avail_out = UInt32(room)
            return inflate(&stream, Z_NO_FLUSH)
        }
        let made = room - Int(stream.avail_out)
        if made > 0, !output(buffer.span.bytes.extracting(0..<made)) { return false }
        switch code {
        case Z_STREAM_END:
            isAtEnd = true
            return true
        case Z_OK: return true
        // No progress: more input is needed.
        case Z_BUF_ERROR: return stream.avail_in == 0
        default: return false
        }
    }
}
