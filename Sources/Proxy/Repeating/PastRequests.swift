import Serving
import Wire

/// The newest requests that have passed. It belongs to the loop's thread.
struct PastRequests {
    /// Requests, and bytes of their bodies. The oldest bodies go first.
    private let limits: (requests: Int, bytes: Int)

    /// A ring once it is full.
    private var requests: [PastRequest] = []
    private var oldest = 0
    private var bytes = 0
    /// Requests since the oldest whose body may be kept, that one included.
    private var bodied = 0

    init(most: Int = 1000, bytes: Int = 64 << 20) {
        limits = (most, bytes)
    }

    mutating func note(_ exchange: ProxyExchange, _ request: UpstreamRequest) {
        let seen = exchange.client
        var facts = request.facts
        let body = PastBody(
            facts.requestContent,
            hasBody: request.body != nil,
            isWhole: facts.sentLast != nil
        )
        facts.dropContent()
        note(
            PastRequest(
                number: exchange.number,
                request: request.forwarded,
                client: seen.client,
                body: body,
                status: seen.status,
                bytes: seen.bodyBytes,
                duration: seen.responseLastByte.map { $0 - seen.requestFirstByte },
                server: facts,
                held: exchange.held
            )
        )
    }

    mutating func note(_ past: PastRequest) {
        bytes += past.body.count
        bodied += 1
        if requests.count < limits.requests {
            requests.append(past)
        } else {
            bytes -= requests[oldest].body.count
            requests[oldest] = past
            oldest = (oldest + 1) % limits.requests
            bodied = min(bodied, limits.requests)
        }
        while bytes > limits.bytes, bodied > 0 {
            let place = (oldest + requests.count - bodied) % requests.count
            bodied -= 1
            guard requests[place].body.count > 0 else { continue }
            bytes -= requests[place].body.count
            requests[place].body = .missing(.tooLarge)
        }
    }

    subscript(number: Int) -> PastRequest? { requests.first { $0.number == number } }

    /// The newest last.
    func newest(_ count: Int) -> [PastRequest] {
        Array((requests[oldest...] + requests[..<oldest]).suffix(count))
    }
}
