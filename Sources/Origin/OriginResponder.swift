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
    private let date = DateStamp()
    /// By description, of which OpenSSL has a few hundred.
    private let failures = Mutex<[String: Int]>([:])
    private let pause = Mutex<SystemCallError?>(nil)

    init(
        _ configuration: OriginConfiguration,
        folder: FolderSite? = nil,
        log: OriginLog = OriginLog(),
        observer: @escaping @Sendable (ServedExchange) -> Void = { _ in }
    ) throws(OriginError) {
        self.folder = folder
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
        let target = RequestTarget(request.head.target)
        switch sites.site(of: request.head).find(target) {
        case .nothing(let status, let words):
            return dated(
                answerFromFolder(to: request.head, target, isFixture: status == 400)
                    ?? .text(status, "\(words)\n")
            )
        case .subject(let subject):
            let (number, draws) = draws(subject.name)
            let inquiry = Inquiry(
                request: request.head,
                subject: subject,
                number: number,
                draws: draws,
                now: Self.now
            )
            return dated(Answering.response(to: inquiry))
        }
    }

    /// nil where there is no folder, and for an image that was meant to be made and is no file either.
    private func answerFromFolder(
        to request: HTTPRequestHead,
        _ target: RequestTarget,
        isFixture: Bool
    ) -> ServedResponse? {
        guard let folder else { return nil }
        var answer = folder.response(to: request, now: RunClock.wall())
        if isFixture, answer.head.status == 404 { return nil }
        answer.course.delay = behaviour.delay.value?.time(at: draws(target.path).draws.fraction(.delay)) ?? 0
        return answer
    }

    /// The number of a request for something, and what is drawn for its response.
    private func draws(_ name: String) -> (number: Int, draws: ResponseDraws) {
        let number = counts.next(name)
        return (number, ResponseDraws(seed: seed, path: name, number: number))
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
