import HTTP

/// How HTTP/1 sends a response: its head as it goes out, how its body is framed, and whether the connection ends behind
/// it. Pure.
struct HTTP1ResponsePlan {
    private static let usualChunk = 16_384

    enum Framing: Equatable {
        /// The content as it is.
        case plain
        case chunked(size: Int, trailers: HTTPFields)
    }

    /// nil where there is none.
    private(set) var head: HTTPResponseHead?
    private(set) var framing = Framing.plain
    private(set) var body: ServedBody
    private(set) var isFinal: Bool

    /// `request` is nil where the bytes were none; `isFinal` where the connection ends in any case.
    init(_ response: ServedResponse, to request: HTTPRequestHead?, isFinal: Bool) {
        self.isFinal = isFinal
        body = response.body
        if case .slowClose = response.course.ending { self.isFinal = true }
        guard response.framing != .bare else {
            self.isFinal = true
            return
        }
        var message = response.head
        frame(&message, response, isOld: request.map { $0.version < .http11 } ?? false)
        if self.isFinal {
            message.fields["Connection"] = "close"
        } else if request?.version == .http10 {
            message.fields["Connection"] = "keep-alive"
        }
        if !message.allowsContent || request?.method == "HEAD" {
            body = ServedBody()
            framing = .plain
        }
        head = message
    }

    private mutating func frame(_ message: inout HTTPResponseHead, _ response: ServedResponse, isOld: Bool) {
        switch response.framing {
        case .length:
            // A 304 may tell the length that a 200 would have; a 204 must not.
            let isTold = message.allowsContent || (message.status == 304 && body.count > 0)
            guard isTold, message.fields["Content-Length"] == nil else { return }
            message.fields.append("Content-Length", String(body.count))
        case .chunked(let size, let trailers):
            guard message.allowsContent else { return }
            if isOld {
                isFinal = true
                return
            }
            if message.fields["Transfer-Encoding"] == nil {
                message.fields.append("Transfer-Encoding", "chunked")
            }
            if !trailers.isEmpty, message.fields["Trailer"] == nil {
                message.fields.append("Trailer", trailers.map(\.name).joined(separator: ", "))
            }
            let usual = response.course.pieces?.size ?? Self.usualChunk
            framing = .chunked(size: max(1, size ?? usual), trailers: trailers)
        case .untilClose, .bare: isFinal = true
        }
    }
}
