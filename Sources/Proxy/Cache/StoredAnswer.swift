import Forwarding
import HTTP
import LinuxIO
import Serving

/// A stored response, or parts as one, with the body at hand.
struct StoredAnswer {
    /// What answers.
    var response: StoredResponse
    /// The entry that the server confirms; of parts, which it does not, the first.
    let found: CacheFolder.Found
    private let body: ServedBody

    var bodyBytes: Int { body.count }

    /// nil if the body is damaged.
    init?(_ found: CacheFolder.Found, in folder: CacheFolder, _ now: Int64) {
        guard let body = folder.body(of: found, now: now) else { return nil }
        self.found = found
        self.body = ServedBody(body, 0..<found.entry.bodyBytes)
        response = found.entry.response
    }

    /// nil if the body of one of the entries is damaged.
    init?(_ parts: JoinedParts, of entries: [CacheFolder.Found], in folder: CacheFolder, _ now: Int64) {
        guard let first = parts.pieces.first else { return nil }
        var body = ServedBody()
        for piece in parts.pieces {
            guard let file = folder.body(of: entries[piece.index], now: now) else { return nil }
            body.append(.file(file, piece.content))
        }
        found = entries[first.index]
        self.body = body
        response = parts.response
    }

    /// The response with this head and part of the body, as rules want it.
    func served(_ head: HTTPResponseHead, _ content: Range<Int>, _ plan: ExchangePlan?) -> ServedResponse {
        ServedResponse(
            head: plan?.revised(head) ?? head,
            body: body.part(content),
            course: ResponseCourse(delay: plan?.delay ?? 0)
        )
    }
}
