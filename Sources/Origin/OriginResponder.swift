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
    let log = OriginLog()
    private let configuration: OriginConfiguration
    private let fixtures = FixtureShelf()
    /// By description, of which OpenSSL has a few hundred.
    private let failures = Mutex<[String: Int]>([:])

    init(_ configuration: OriginConfiguration) throws(OriginError) {
        self.configuration = configuration
        files = try FileStore(configuration)
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
        let request = request.head
        guard ["GET", "HEAD"].contains(request.method) else {
            var refusal = ServedResponse.text(405, "the origin answers GET and HEAD\n")
            refusal.head.fields["Allow"] = "GET, HEAD"
            return dated(refusal)
        }
        let target = RequestTarget(request.target)
        if let entry = files[target.path] {
            return response(entry.resource, to: request, delay: entry.file.delay)
        }
        guard target.path.hasPrefix("fixture/") else {
            return dated(.text(404, "no such file here; \(FixturePlace.usage) makes one\n"))
        }
        guard let place = FixturePlace(target, defaultSeed: configuration.seed) else {
            return dated(.text(400, "a fixture is asked for by \(FixturePlace.usage)\n"))
        }
        do throws(ImageError) {
            return response(try fixtures.resource(place), to: request, delay: nil)
        } catch {
            return dated(.text(400, "\(error)\n"))
        }
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
        let now = HTTPDate(secondsSince1970: RunClock.wall() / 1_000_000_000)
        response.head.fields.append("Date", now.description)
        return response
    }
}
