import Forwarding
import HTTP
import LinuxIO
import Serving

/// A stored response with its body at hand.
struct StoredAnswer {
    private(set) var found: CacheFolder.Found
    private let body: SharedFile

    /// nil if the body is damaged.
    init?(_ found: CacheFolder.Found, in folder: CacheFolder, _ now: Int64) {
        guard let body = folder.body(of: found, now: now) else { return nil }
        self.found = found
        self.body = body
    }

    var response: StoredResponse {
        get { found.entry.response }
        set { found.entry.response = newValue }
    }

    /// The response with this head and part of the body, as rules want it.
    func served(_ head: HTTPResponseHead, _ content: Range<Int>, _ plan: ExchangePlan?) -> ServedResponse {
        ServedResponse(
            head: plan?.revised(head) ?? head,
            body: ServedBody(body, content),
            course: ResponseCourse(delay: plan?.delay ?? 0)
        )
    }
}
