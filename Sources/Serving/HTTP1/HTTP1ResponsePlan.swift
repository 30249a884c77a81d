import HTTP

/// How HTTP/1 sends a response: its head as sent, its body's framing, and whether the connection ends after
/// it. Pure.
struct HTTP1ResponsePlan {
    private static let usualChunk = 16_384

    enum Framing: Equatable {
        /// The content unchanged.
        case plain
        /// `last` follows the content: the empty chunk, and the trailers.
        case chunked(size: Int, last: [UInt8])
    }

    /// As sent; empty if there is none.
    private(set) var head: [UInt8] = []
    private(set) var framing = Framing.plain
    private(set) var body: ServedBody
    /// Whether content follows the head, even if it is empty.
    let hasContent: Bool
    let isFinal: Bool

    /// `request` is nil if the bytes were no request; `isFinal` if the connection ends in any case.
    init(
        _ response: ServedResponse,
        to request: HTTPRequestHead?,
        isFinal: Bool,
        dates: DateText = DateText()
    ) {
        let isOld = request.map { $0.version < .http11 } ?? false
        self.isFinal = isFinal || Self.endsConnection(response, isOld: isOld)
        body = response.body
        let allowsContent = response.head.allowsContent
        hasContent = allowsContent && request?.method != "HEAD"
        if case .bare = response.framing { return }
        if case .chunked(let size, let trailers) = response.framing, allowsContent, !isOld {
            let usual = response.course.pieces?.size ?? Self.usualChunk
            framing = .chunked(size: max(1, size ?? usual), last: HTTP1Chunk.last(trailers: trailers))
        }
        let persistence = self.isFinal ? "close" : request?.version == .http10 ? "keep-alive" : nil
        head = head(of: response, persistence: persistence, dates)
        if !hasContent {
            body = ServedBody()
            framing = .plain
        }
    }

    /// Whether nothing can follow the response on its connection.
    private static func endsConnection(_ response: ServedResponse, isOld: Bool) -> Bool {
        if case .slowClose = response.course.ending { return true }
        switch response.framing {
        case .length: return false
        case .chunked: return isOld && response.head.allowsContent
        case .untilClose, .bare: return true
        }
    }

    /// The response's own head plus the fields that the server adds.
    private func head(of response: ServedResponse, persistence: String?, _ dates: DateText) -> [UInt8] {
        if persistence != nil, response.head.fields.has("Connection") {
            var other = response
            other.head.fields["Connection"] = nil
            return head(of: other, persistence: persistence, dates)
        }
        var writer = response.message.lines.map { HTTP1Writer($0) } ?? HTTP1Writer(response.head)
        if let date = response.date, !response.head.fields.has("Date") { writer.add(line: dates.line(date)) }
        switch framing {
        case .chunked:
            if !response.head.fields.has("Transfer-Encoding") { writer.add("Transfer-Encoding", "chunked") }
            if case .chunked(_, let trailers) = response.framing, !trailers.isEmpty,
                !response.head.fields.has("Trailer")
            {
                writer.add("Trailer", trailers.map(\.name).joined(separator: ", "))
            }
        case .plain:
            // A 304 may state the length that a 200 would have; a 204 must not.
            let isTold = response.head.allowsContent || (response.head.status == 304 && body.count > 0)
            if isTold, !response.head.fields.has("Content-Length"), case .length = response.framing {
                writer.add("Content-Length", String(body.count))
            }
        }
        if let persistence { writer.add("Connection", persistence) }
        return writer.finished()
    }
}
