import HTTP
import HTTP2

/// One byte and trailers for the POST; nothing through the tunnel.
final class Bodies: HTTP2BodySource {
    private var hasSent = false

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        guard stream == 3 else { return .later }
        defer { hasSent = true }
        return hasSent ? .trailers(["x-sum": "1"]) : .bytes([1], isLast: false)
    }
}
