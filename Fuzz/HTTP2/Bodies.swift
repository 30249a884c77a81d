import HTTP
import HTTP2

/// Bodies of one byte a stream, with trailers behind some and others that are given up.
final class Bodies: HTTP2BodySource {
    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        switch stream % 8 {
        case 1: .bytes([1], isLast: true)
        case 3: .trailers(["x-sum": "1"])
        case 5: .later
        default: .reset(.cancel)
        }
    }
}
