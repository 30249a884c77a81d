import HTTP
import Images
import LinuxIO
import Serving
import Synchronization
import TLS
import Wire

/// Decides what the origin answers.
final class OriginResponder: RequestResponder {
    let files: FileStore
    let log: OriginLog
    /// What is served beside the files; nil where nothing is.
    private let folder: FolderSite?
    private let observer: @Sendable (ServedExchange) -> Void
    private let configuration: OriginConfiguration
    private let fixtures = FixtureShelf()
    private let date = DateStamp()
    /// By description, of which OpenSSL has a few hundred.
    private let failures = Mutex<[String: Int]>([:])
    private let pause = Mutex<SystemCallError?>(nil)

    init(
        _ configuration: OriginConfiguration,
        folder: FolderSite?,
        log: OriginLog,
        observer: @escaping @Sendable (ServedExchange) -> Void
    ) throws(OriginError) {
        self.configuration = configuration
        self.folder = folder
        self.log = log
        self.observer = observer
        files = try FileStore(configuration)
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
        let request = request.head
        let target = RequestTarget(request.target)
        if files[target.path] == nil, let answer = answerFromFolder(to: request, target) {
            return dated(answer)
        }
        guard ["GET", "HEAD"].contains(request.method) else {
            var refusal = ServedResponse.text(405, "the origin answers GET and HEAD\n")
            refusal.head.fields["Allow"] = "GET, HEAD"
            return dated(refusal)
        }
        if let entry = files[target.path] {
            return response(entry.resource, to: request, delay: entry.file.delay)
        }
        guard target.path.hasPrefix("fixture/") else {
            return dated(.text(404, "no such file here; \(FixturePlace.usage) makes one\n"))
        }
        do throws(FixtureRefusal) {
            let place = try FixturePlace(target, defaultSeed: configuration.seed)
            return response(try fixtures.resource(place), to: request, delay: nil)
        } catch {
            return dated(.text(400, "\(error)\n"))
        }
    }

    /// nil where there is no folder, and for an image that is to be made or was meant to.
    private func answerFromFolder(to request: HTTPRequestHead, _ target: RequestTarget) -> ServedResponse? {
        guard let folder else { return nil }
        let isFixture = target.path.hasPrefix("fixture/")
        if isFixture, (try? FixturePlace(target, defaultSeed: configuration.seed)) != nil { return nil }
        var answer = folder.response(to: request, now: RunClock.wall())
        if isFixture, answer.head.status == 404 { return nil }
        answer.course.delay = configuration.delay
        return answer
    }

    private func response(
        _ resource: Resource,
        to request: HTTPRequestHead,
        delay: Nanoseconds?
    ) -> ServedResponse {
        let tag = resource.entityTag(configuration.validators)
        let isHeld = IfNoneMatch(request.fields)?.matches(tag) ?? false
        // Nothing but what a client needs: each byte here is one on the measured line.
        var head = HTTPResponseHead(status: isHeld ? 304 : 200)
        if !isHeld {
            head.fields.append("Content-Type", resource.mediaType)
            head.fields.append("Content-Length", String(resource.body.count))
        }
        if let tag { head.fields.append("ETag", tag.description) }
        let body = isHeld ? ServedBody() : ServedBody(resource.body)
        var response = dated(ServedResponse(head: head, body: body))
        response.course.delay = delay ?? configuration.delay
        return response
    }

    private func dated(_ response: ServedResponse) -> ServedResponse {
        var response = response
        response.head.fields.append("Date", date.now)
        return response
    }
}
