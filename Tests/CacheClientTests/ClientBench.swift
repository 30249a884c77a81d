import Dispatch
import LinuxIO
import Logs
import Synchronization

@testable import CacheClient

/// An origin that a test can change, a client, and a folder for its disk.
final class ClientBench: Sendable {
    struct File: Sendable {
        var status = 200
        var etag: String? = "\"1\""
        var body: [UInt8] = [1, 2, 3]
        /// Each is `Name: value`.
        var headers: [String] = []
        var lastModified: String?
    }

    private final class Site: Sendable {
        let files = Mutex<[String: File]>([:])

        /// Answers as an origin does: 304 if the validator is still the file's.
        func reply(_ seen: TinyServer.Seen) -> TinyServer.Reply {
            let file = files.withLock { $0[seen.path] } ?? File()
            var headers = file.etag.map { ["ETag: \($0)"] } ?? []
            if let date = file.lastModified { headers.append("Last-Modified: \(date)") }
            headers += file.headers
            let isHeld =
                file.etag.map { seen.field("if-none-match") == $0 }
                ?? file.lastModified.map { seen.field("if-modified-since") == $0 } ?? false
            if isHeld, file.status == 200 { return .answer(304, headers: headers) }
            return .answer(file.status, headers: headers, body: file.body)
        }
    }

    let temporary = TemporaryFolder()
    let server: TinyServer
    let client: CachingClient
    let calendar = Calendar()
    private let site: Site
    private let log: Log

    private final class Log: Sendable {
        let events = Mutex<[TimingEvent]>([])
    }

    /// Requests for which `reply` returns nil are answered from the origin's files.
    init(
        _ configuration: Configuration = Configuration(),
        defaults: RequestDefaults? = nil,
        judge: ResponseJudge? = nil,
        signals: CacheMaintenanceSignals? = nil,
        reply: @escaping @Sendable (TinyServer.Seen) -> TinyServer.Reply? = { _ in nil }
    ) throws {
        let (site, log) = (Site(), Log())
        server = try TinyServer { reply($0) ?? site.reply($0) }
        let heedsPressure = signals != nil && configuration.heedsMemoryPressure
        var configuration = configuration.undisturbed
        configuration.diskFolder = temporary.path
        configuration.heedsMemoryPressure = heedsPressure
        client = try CachingClient(
            configuration: configuration,
            defaults: defaults,
            judge: judge,
            clock: RunClock(),
            calendar: calendar,
            signals: signals ?? CacheMaintenanceSignals()
        ) { event in
            log.events.withLock { $0.append(event) }
        }
        self.site = site
        self.log = log
    }

    func stop() {
        client.shutdown()
        server.stop()
    }

    func set(_ path: String, _ file: File) {
        site.files.withLock { $0[path] = file }
    }

    func load(_ path: String, transfer: Int = 1) async -> ImageResponse {
        await load(request(path), transfer: transfer)
    }

    func request(_ path: String, _ options: LoadOptions = []) -> ImageRequest {
        ImageRequest(url: server.url + path, options: options)
    }

    func load(_ request: ImageRequest, transfer: Int = 1) async -> ImageResponse {
        await withCheckedContinuation { continuation in
            client.load(request, transfer: transfer) {
                continuation.resume(returning: $0)
            }
        }
    }

    /// The validators of the requests for `path`; nil for a request without one.
    func conditions(_ path: String) -> [String?] {
        server.seen.filter { $0.path == path }.map { $0.field("if-none-match") }
    }

    func events(_ transfer: Int) -> [TimingEvent] {
        log.events.withLock { $0.filter { $0.transfer == transfer } }
    }
}
