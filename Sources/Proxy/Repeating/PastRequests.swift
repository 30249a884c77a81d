import Serving
import Wire

/// The newest requests that have passed. It belongs to the loop's thread.
struct PastRequests {
    private static let most = 1000

    /// A ring once it is full.
    private var requests: [PastRequest] = []
    private var oldest = 0

    mutating func note(_ exchange: ProxyExchange, _ request: UpstreamRequest) {
        let seen = exchange.client
        var facts = request.facts
        facts.dropContent()
        let past = PastRequest(
            number: exchange.number,
            request: request.forwarded,
            client: seen.client,
            hasBody: request.body != nil,
            status: seen.status,
            bytes: seen.bodyBytes,
            duration: seen.responseLastByte.map { $0 - seen.requestFirstByte },
            server: facts,
            held: exchange.held
        )
        if requests.count < Self.most {
            requests.append(past)
        } else {
            requests[oldest] = past
            oldest = (oldest + 1) % Self.most
        }
    }

    subscript(number: Int) -> PastRequest? { requests.first { $0.number == number } }

    /// The newest last.
    func newest(_ count: Int) -> [PastRequest] {
        Array((requests[oldest...] + requests[..<oldest]).suffix(count))
    }
}
