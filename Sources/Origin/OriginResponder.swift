import Fixtures
import HTTP
import LinuxIO
import Logs
import Scenarios
import Serving
import Synchronization
import TLS
import Wire

/// Decides the origin's answers: finds the site and the requested subject, and answers for it.
final class OriginResponder: RequestResponder {
    private static let methods = "GET, HEAD, OPTIONS"

    let log: OriginLog
    let sites: SiteMap
    /// nil if there is nothing to draw images with.
    private let maker: FixtureMaker?
    /// The folder served beside the files; nil if there is none.
    private let folder: FolderSite?
    private let observer: @Sendable (ServedExchange) -> Void
    /// Behaviour for paths that no site serves.
    private let behaviour: ResponseBehaviour
    private let seed: UInt64
    private let alternative: String?
    private let counts = RequestCounts()
    private let calendar: Calendar
    /// By description; OpenSSL has a few hundred.
    /// What the origin sent on each HTTP/3 connection that has ended.
    private let traces = Mutex<[QUICLogEntry]>([])
    private let failures = Mutex<[String: Int]>([:])
    private let pause = Mutex<SystemCallError?>(nil)
    /// How many connections each limit ended.
    private let expiries = Mutex<[ExpiredLimit: Int]>([:])

    init(
        _ configuration: OriginConfiguration,
        drawing: (any FixtureDrawing)?,
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
        alternative = configuration.alternative
        do throws(SystemCallError) {
            maker = if let drawing { try FixtureMaker(drawing) } else { nil }
        } catch {
            throw .system(error)
        }
        sites = try SiteMap(configuration, drawing: drawing, maker?.cache)
    }

    /// Stops making images.
    func close() {
        maker?.close()
    }

    func ended(_ exchange: ServedExchange) {
        log.add(exchange)
        observer(exchange)
    }

    var quicLog: [QUICLogEntry] { traces.withLock { $0 } }

    func traced(_ trace: QUICTrace, of client: SocketAddress) {
        traces.withLock { $0 += QUICLogEntry.entries(trace, clientPort: client.port, .origin) }
    }

    var failedSessions: [String: Int] { failures.withLock { $0 } }

    func failed(_ client: SocketAddress, within tunnel: HTTPRequestHead?, _ error: TLSError) {
        failures.withLock { $0[error.description, default: 0] += 1 }
    }

    var expired: [ExpiredLimit: Int] { expiries.withLock { $0 } }

    func expired(_ client: SocketAddress, _ limit: ExpiredLimit) {
        expiries.withLock { $0[limit, default: 0] += 1 }
    }

    /// Why no connection could be accepted since the last call, if so.
    func takePause() -> SystemCallError? { pause.withLock { $0.take() } }

    func pausedAccepting(_ error: SystemCallError) {
        pause.withLock { $0 = error }
    }

    func refuse(_ refusal: RequestRefusal) -> ServedResponse {
        dated(.text(refusal.status, "\(refusal)\n"))
    }

    func respond(to request: ServedRequest) -> ServedAnswer {
        if let answer = Self.answer(toMethod: request.head.method) { return .now(dated(answer)) }
        let site = sites.site(of: request.head)
        if let folder, site.isWithout(request.head.target) {
            return .now(dated(answer(from: folder, to: request.head)))
        }
        if let answer = site.readyAnswer(to: request.head) { return .now(dated(answer)) }
        switch site.find(request.head.target) {
        case .nothing:
            return .now(dated(folder.map { answer(from: $0, to: request.head) } ?? missing))
        case .refused(let refusal):
            return .now(refuse(refusal, request.head))
        case .subject(let subject):
            if let answer = subject.readyAnswer(to: request.head) { return .now(dated(answer)) }
            return .now(respond(to: request.head, with: subject, draws(subject.name)))
        case .unmade(let fixture):
            return order(fixture, request.head)
        }
    }

    private func respond(
        to request: HTTPRequestHead,
        with subject: Subject,
        _ drawn: (number: Int, draws: ResponseDraws)
    ) -> ServedResponse {
        let inquiry = Inquiry(
            request: request,
            subject: subject,
            number: drawn.number,
            draws: drawn.draws,
            now: HTTPDate(secondsSince1970: calendar.seconds),
            alternative: alternative
        )
        return dated(Answering.response(to: inquiry))
    }

    /// Orders a requested image. Counters advance now, in the order of the requests.
    private func order(_ fixture: FixtureRequest, _ request: HTTPRequestHead) -> ServedAnswer {
        let drawn = draws(fixture.name)
        let late = maker?.order(fixture.place) { [self] outcome in
            switch outcome {
            case .success(let resource): respond(to: request, with: fixture.subject(resource), drawn)
            case .failure(let refusal): refuse(refusal, request)
            }
        }
        if let late { return .late(late) }
        var busy = ServedResponse.text(503, "too many images are requested at once\n")
        busy.head.fields["Retry-After"] = "1"
        return .now(dated(busy))
    }

    /// A folder may have a file of that name.
    private func refuse(_ refusal: FixtureRefusal, _ request: HTTPRequestHead) -> ServedResponse {
        if let folder {
            let answer = answer(from: folder, to: request)
            if answer.head.status != 404 { return dated(answer) }
        }
        return dated(.text(400, "\(refusal)\n"))
    }

    private var missing: ServedResponse {
        let images =
            maker == nil
            ? "no images are made on request: this program has no image libraries"
            : "\(FixturePlace.usage) makes one"
        return .text(404, "no such file here; \(images)\n")
    }

    private func answer(from folder: FolderSite, to request: HTTPRequestHead) -> ServedResponse {
        var answer = folder.response(to: request, now: calendar.wall)
        if let alternative { answer.head.fields["Alt-Svc"] = alternative }
        if let delay = behaviour.delay.value {
            let time =
                delay.fixed
                ?? delay.time(at: draws(RequestTarget(request.target).path).draws.fraction(.delay))
            // Changing it drops the laid-out lines.
            if time > 0 { answer.course.delay = time }
        }
        return answer
    }

    /// The number of a request for something, and the random draws for its response.
    private func draws(_ name: String) -> (number: Int, draws: ResponseDraws) {
        let number = counts.next(name)
        return (number, ResponseDraws(seed: seed, path: name, number: number))
    }

    /// nil if the method asks for content.
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
