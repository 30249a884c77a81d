import HTTP
import HTTP2

/// One-byte bodies, some with trailers, some abandoned.
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
