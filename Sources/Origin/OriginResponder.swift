import HTTP
import LinuxIO
import Scenarios
import Serving
import Synchronization
import TLS

/// Decides what the origin answers: finds the site and what is asked of it, and has it answered.
final class OriginResponder: RequestResponder {
    private static let methods = "GET, HEAD, OPTIONS"

    let log = OriginLog()
    let sites: SiteMap
    private let seed: UInt64
    private let counts = RequestCounts()
    private let date = DateStamp()
    /// By description, of which OpenSSL has a few hundred.
    private let failures = Mutex<[String: Int]>([:])

    init(_ configuration: OriginConfiguration) throws(OriginError) {
        seed = configuration.seed
        sites = try SiteMap(configuration)
    }

    func ended(_ exchange: ServedExchange) {
        log.add(exchange)
    }

    var failedSessions: [String: Int] { failures.withLock { $0 } }

    func failed(_ client: SocketAddress, _ error: TLSError) {
        failures.withLock { $0[error.description, default: 0] += 1 }
    }

    func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        dated(.text(refusal.status, "\(refusal)\n"))
    }

    func respond(to request: ServedRequest) -> ServedResponse {
        if let answer = Self.answer(toMethod: request.head.method) { return dated(answer) }
        switch sites.site(of: request.head).find(RequestTarget(request.head.target)) {
        case .nothing(let status, let words):
            return dated(.text(status, "\(words)\n"))
        case .subject(let subject):
            let number = counts.next(subject.name)
            let inquiry = Inquiry(
                request: request.head,
                subject: subject,
                number: number,
                draws: ResponseDraws(seed: seed, path: subject.name, number: number),
                now: Self.now
            )
            return dated(Answering.response(to: inquiry))
        }
    }

    /// nil where the method is one that asks for something.
    private static func answer(toMethod method: String) -> ServedResponse? {
        if ["GET", "HEAD"].contains(method) { return nil }
        var answer =
            method == "OPTIONS"
            ? ServedResponse(head: HTTPResponseHead(status: 204))
            : ServedResponse.text(405, "the origin answers GET, HEAD and OPTIONS\n")
        answer.head.fields["Allow"] = methods
        return answer
    }

    private static var now: HTTPDate { HTTPDate(secondsSince1970: RunClock.wall() / 1_000_000_000) }

    /// With the date, unless the scenario has one of its own.
    private func dated(_ response: ServedResponse) -> ServedResponse {
        var response = response
        if response.head.fields["Date"] == nil { response.head.fields.append("Date", date.now) }
        return response
    }
}
