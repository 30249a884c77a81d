/// One request as bytes: its head, the framing around each piece of its body, and its end.
///
/// Its output is a request of the strict grammar, which is checked by reading the head back. It copies no
/// content.
package struct HTTP1RequestWriter: Sendable {
    /// Fields that frame or route a message; no trailer may do so (RFC 9110, 6.5.1).
    private static let neverTrailers: Set<String> = [
        "connection", "content-length", "host", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The request line, the fields and the empty line.
    package let head: [UInt8]
    private let framing: HTTP1RequestFraming
    /// Bytes of content still to come, if the length is stated.
    private var missing: Int
    /// True once all bytes of the request have been made.
    package private(set) var isFinished: Bool

    /// Fields that state the framing stay unchanged and must agree with it; if there are none, one is added.
    /// The request line says HTTP/1.1 unless the head says HTTP/1.0: a version belongs to one connection.
    package init(
        _ request: HTTPRequestHead,
        _ framing: HTTP1RequestFraming
    ) throws(HTTP1RequestError) {
        let version = request.version == .http10 ? HTTPVersion.http10 : .http11
        let stated = try Self.sendable { () throws(HTTP1Error) in
            try HTTP1Framing.stated(by: request.fields, version: version, grammar: .strict, at: 0)
        }
        guard let fields = Self.framed(request.fields, framing, stated) else {
            throw .contradictoryFraming(framing)
        }
        let line = "\(request.method) \(request.target) \(version)"
        let head = HTTP1Writer.head(startLine: line, fields: fields)
        try Self.sendable { () throws(HTTP1Error) in try Self.check(head, of: request, fields.count) }
        self.head = head
        self.framing = framing
        missing = if case .length(let length) = framing { length } else { 0 }
        isFinished = framing != .chunked && missing == 0
    }

    /// The framing around the next `count` bytes of content. No framing for 0 bytes: an empty chunk would be
    /// the last.
    package mutating func frame(_ count: Int) throws(HTTP1RequestError) -> HTTP1ContentFrame {
        guard count > 0 else { return HTTP1ContentFrame() }
        switch framing {
        case .chunked:
            guard !isFinished else { throw .noRequest }
            return HTTP1ContentFrame(front: HTTP1Chunk.head(size: count), back: HTTP1Chunk.end)
        case .length(let stated):
            guard count <= missing else { throw .contentTooLong(stated: stated, excess: count - missing) }
            missing -= count
            isFinished = missing == 0
            return HTTP1ContentFrame()
        case .none: throw .contentTooLong(stated: 0, excess: count)
        }
    }

    /// The bytes that end the request. Trailers that would frame or route the message are dropped.
    package mutating func finish(
        trailers: HTTPFields = HTTPFields()
    ) throws(HTTP1RequestError) -> [UInt8] {
        guard framing == .chunked else {
            guard trailers.isEmpty else { throw .trailersWithoutChunks }
            if case .length(let stated) = framing, missing > 0 {
                throw .contentTooShort(stated: stated, missing: missing)
            }
            return []
        }
        guard !isFinished else { throw .noRequest }
        let kept = HTTPFields(trailers.filter { !Self.neverTrailers.contains($0.name.lowercased()) })
        if let name = kept.malformedName { throw .malformedTrailer(name: name) }
        isFinished = true
        return HTTP1Chunk.last(trailers: kept)
    }

    /// The fields, with one that states the framing; nil if they state another.
    private static func framed(
        _ fields: HTTPFields,
        _ framing: HTTP1RequestFraming,
        _ stated: HTTP1Framing?
    ) -> HTTPFields? {
        var framed = fields
        switch (framing, stated) {
        case (.none, nil), (.none, .length(0)), (.chunked, .chunked): return fields
        case (.length(let length), .length(let other)): return length == other ? fields : nil
        case (.length(let length), nil):
            guard length >= 0 else { return nil }
            framed.append("Content-Length", String(length))
        case (.chunked, nil): framed.append("Transfer-Encoding", "chunked")
        default: return nil
        }
        return framed
    }

    private static func sendable<Value>(
        _ read: () throws(HTTP1Error) -> Value
    ) throws(HTTP1RequestError) -> Value {
        do throws(HTTP1Error) { return try read() } catch { throw .malformed(error) }
    }

    /// Reads the head as a server would.
    private static func check(
        _ head: [UInt8],
        of request: HTTPRequestHead,
        _ fields: Int
    ) throws(HTTP1Error) {
        // A character that ISO 8859-1 lacks has been replaced.
        guard request.target.utf8.allSatisfy(HTTPText.isVisible) else { throw HTTP1Error(.target, at: 0) }
        let limits = HTTP1Limits(head: head.count, startLine: head.count, fields: fields)
        var parser = HTTP1RequestParser(.strict, limits: limits)
        parser.receive(head)
        guard case .head(_, at: 0..<head.count) = try parser.next() else {
            throw HTTP1Error(.startLine, at: 0)
        }
        // A name with a colon has been read back as another name.
        guard request.fields.malformedName == nil else { throw HTTP1Error(.fieldName, at: 0) }
    }
}
