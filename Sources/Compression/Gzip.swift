internal import CZlib

/// gzip by zlib. Equal bytes give equal output: the header has no time and no name.
package enum Gzip {
    /// The usual level of servers: most of the gain for a small part of the time.
    private static let level: Int32 = 6

    package static func compress(_ bytes: [UInt8]) throws(CompressionError) -> [UInt8] {
        let failure = CompressionError(format: .gzip, size: bytes.count)
        guard let size = UInt32(exactly: bytes.count) else { throw failure }
        var stream = z_stream()
        guard netlab_zlib_begin_gzip(&stream, level) == Z_OK else { throw failure }
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        guard let space = UInt32(exactly: room) else { throw failure }
        var source = bytes
        var isWhole = false
        let output = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            source.withUnsafeMutableBufferPointer { source in
                stream.next_in = source.baseAddress
                stream.avail_in = size
                stream.next_out = buffer.baseAddress
                stream.avail_out = space
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                filled = room - Int(stream.avail_out)
            }
        }
        guard isWhole else { throw failure }
        return output
    }
}
