import Forwarding
import HTTP
import Serving

/// What becomes of a server's response before its client gets it.
struct ResponseRevision {
    private let plan: ExchangePlan?
    private let cache: CacheVisit?
    private let destination: Destination
    private let standIn: String?

    /// `plan` is what rules make of the exchange; nil if none is for it.
    init(_ request: ForwardedRequest, _ plan: ExchangePlan?, _ cache: CacheVisit?) {
        self.plan = plan
        self.cache = cache
        destination = request.destination
        standIn = request.standIn
    }

    /// The head as the client gets it.
    func head(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head.forwarded()
        if let standIn { head = head.inPlace(of: destination, as: standIn) }
        cache?.mark(&head)
        return plan?.revised(head) ?? head
    }

    /// What becomes of the body; nil if it crosses as it is.
    var body: BodyEdit? { plan?.responseBody }

    /// How the response goes out over time.
    var course: ResponseCourse { ResponseCourse(delay: plan?.delay ?? 0) }
}
