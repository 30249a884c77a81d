import Serving

/// Asks a server about a stored response that was the answer already, and drops what it says once the cache has it. It
/// belongs to the loop's thread.
enum CacheConfirmation {
    private static let piece = 1 << 20

    static func begin(_ visit: CacheVisit, in pool: UpstreamPool) {
        let request = UpstreamRequest(visit.request, body: nil, cache: visit)
        let answer = request.answer
        answer.whenMade { drop(answer) }
        pool.begin(request)
    }

    private static func drop(_ answer: LateResponse) {
        guard let stream = answer.made?.stream else { return }
        stream.onContent { drop(stream) }
    }

    private static func drop(_ stream: BodyStream) {
        while true {
            switch stream.take(atMost: piece) {
            case .bytes(_, let isLast): if isLast { return }
            case .end, .brokenOff, .nothing: return
            }
        }
    }
}
