import HTTP
import LinuxIO
import Scenarios
import Serving
import Synchronization
import TLS

/// Decides what the origin answers: finds the site and what is asked of it, and has it answered.
final class OriginResponder: RequestResponder {
    private static let methods = "GET, HEAD, OPTIONS"

    let log: OriginLog
    let sites: SiteMap
    /// What is served beside the files; nil where nothing is.
    private let folder: FolderSite?
    private let observer: @Sendable (ServedExchange) -> Void
    /// Of what no site has.
    private let behaviour: ResponseBehaviour
    private let seed: UInt64
    private let counts = RequestCounts()
    private let calendar: Calendar
    /// By description, of which OpenSSL has a few hundred.
    private let failures = Mutex<[String: Int]>([:])
    private let pause = Mutex<SystemCallError?>(nil)

    init(
        _ configuration: OriginConfiguration,
        folder: FolderSite? = nil,
        log: OriginLog = OriginLog(),
        calendar: Calendar = Calendar(),
        observer: @escaping @Sendable (ServedExchange) -> Void = { _ in }
    ) throws(OriginError) {
        self.folder = folder
        self.calendar = calendar
        self.log = log
        self.observer = observer
        behaviour = configuration.settings.behaviour
        seed = configuration.seed
        sites = try SiteMap(configuration)
    }

    func ended(_ exchange: ServedExchange) {
        log.add(exchange)
        observer(exchange)
    }

    var failedSessions: [String: Int] { failures.withLock { $0 } }

    func failed(_ client: SocketAddress, _ error: TLSError) {
        failures.withLock { $0[error.description, default: 0] += 1 }
    }

    /// Why no connection could be taken since the last call, if so.
    func takePause() -> SystemCallError? { pause.withLock { $0.take() } }

    func pausedAccepting(_ error: SystemCallError) {
        pause.withLock { $0 = error }
    }

    func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        dated(.text(refusal.status, "\(refusal)\n"))
    }

    func respond(to request: ServedRequest) -> ServedResponse {
        if let answer = Self.answer(toMethod: request.head.method) { return dated(answer) }
        let site = sites.site(of: request.head)
        if let folder, site.isWithout(request.head.target) {
            return dated(answer(from: folder, to: request.head))
        }
        let target = RequestTarget(request.head.target)
        switch site.find(target) {
        case .nothing:
            return dated(folder.map { answer(from: $0, to: request.head) } ?? Self.missing)
        case .refused(let refusal):
            // A folder may have a file of that name.
            if let folder {
                let answer = answer(from: folder, to: request.head)
                if answer.head.status != 404 { return dated(answer) }
            }
            return dated(.text(400, "\(refusal)\n"))
        case .subject(let subject):
            if let answer = subject.readyAnswer(to: request.head) { return dated(answer) }
            let (number, draws) = draws(subject.name)
            let inquiry = Inquiry(
                request: request.head,
                subject: subject,
                number: number,
                draws: draws,
                now: HTTPDate(secondsSince1970: calendar.seconds)
            )
            return dated(Answering.response(to: inquiry))
        }
    }

    private static var missing: ServedResponse {
        .text(404, "no such file here; \(FixturePlace.usage) makes one\n")
    }

    private func answer(from folder: FolderSite, to request: HTTPRequestHead) -> ServedResponse {
        var answer = folder.response(to: request, now: calendar.wall)
        if let delay = behaviour.delay.value {
            answer.course.delay =
                delay.fixed
                ?? delay.time(at: draws(RequestTarget(request.target).path).draws.fraction(.delay))
        }
        return answer
    }

    /// The number of a request for something, and what is drawn for its response.
    private func draws(_ name: String) -> (number: Int, draws: ResponseDraws) {
        let number = counts.next(name)
        return (number, ResponseDraws(seed: seed, path: name, number: number))
    }

    /// nil where the method is one that asks for something.
    private static func answer(toMethod method: String) -> ServedResponse? {
        if method == "GET" || method == "HEAD" { return nil }
        var answer =
            method == "OPTIONS"
            ? ServedResponse(head: HTTPResponseHead(status: 204))
            : ServedResponse.text(405, "the origin answers GET, HEAD and OPTIONS\n")
        answer.head.fields["Allow"] = methods
        return answer
    }

    /// With the date, unless the scenario has one of its own.
    private func dated(_ response: consuming ServedResponse) -> ServedResponse {
        response.date = HTTPDate(secondsSince1970: calendar.seconds)
        return response
    }
}
