import Serving

/// Content that passes with some of its bits flipped: at least one, and one for this many bytes on average. Only the
/// loop's thread uses it.
final class CorruptedBody: Sendable {
    private static let bytesPerBitError = 10_000
    private static let piece = 16_384

    private let source: BodyStream
    /// What the client gets.
    let stream = BodyStream()

    init(of source: BodyStream) {
        self.source = source
        // The streams keep this object as long as either side continues.
        stream.onRoom { self.pass() }
        source.onContent { self.pass() }
    }

    private func pass() {
        if stream.isAbandoned { return source.abandon() }
        while stream.hasRoom {
            switch source.take(atMost: Self.piece) {
            case .bytes(let bytes, let isLast):
                stream.write(corrupted(bytes))
                if isLast { return stream.end() }
            case .end(let trailers): return stream.end(trailers: trailers)
            case .brokenOff: return stream.breakOff()
            case .nothing: return
            }
        }
    }

    private func corrupted(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var bytes = Array(bytes)
        // The first bytes have a wrong bit for certain.
        let isFirst = stream.written == 0
        let wanted = bytes.count / Self.bytesPerBitError
        let rest = bytes.count % Self.bytesPerBitError
        let isOneMore = isFirst ? wanted == 0 : Int.random(in: 0..<Self.bytesPerBitError) < rest
        for _ in 0..<wanted + (isOneMore ? 1 : 0) {
            let bit = Int.random(in: 0..<bytes.count * 8)
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        }
        return bytes
    }
}
