import HTTP
import HTTP2

/// Bodies that a session under test sends, supplied by the test.
class FrameBodies: HTTP2BodySource {
    /// Bytes that the session may send on each stream, and whether they are complete.
    var bodies: [HTTP2StreamID: (bytes: ArraySlice<UInt8>, isWhole: Bool)] = [:]
    var trailers: [HTTP2StreamID: HTTPFields] = [:]
    /// Maximum bytes requested of a body at once.
    private(set) var longestPiece = 0

    func piece(of stream: HTTP2StreamID, atMost count: Int) -> HTTP2BodyPiece {
        longestPiece = max(longestPiece, count)
        guard let body = bodies[stream] else { return .reset(.internalError) }
        let piece = body.bytes.prefix(count)
        let rest = body.bytes.dropFirst(count)
        bodies[stream]?.bytes = rest
        if let trailers = trailers[stream], piece.isEmpty { return .trailers(trailers) }
        if piece.isEmpty, !body.isWhole { return .later }
        return .bytes(piece, isLast: body.isWhole && rest.isEmpty && trailers[stream] == nil)
    }
}
