import Dispatch
import Fixtures
import Images
import LinuxIO
import Synchronization
import TestSupport
import Wire

@testable import CacheClient

/// An origin whose images are sent when a test allows it, a client, and a pipeline.
final class PictureBench: Sendable {
    struct File: Sendable {
        var status = 200
        var etag: String? = "\"1\""
        var headers: [String] = []
        var body: [UInt8]
    }

    private final class Site: Sendable {
        let files = Mutex<[String: File]>([:])
        let gates = Mutex<[String: DispatchSemaphore]>([:])

        /// Where bodies are cut into pieces, and the semaphore that releases each piece.
        let cuts = Mutex<[String: ([Int], DispatchSemaphore)]>([:])

        func inPieces(_ path: String, _ cut: ([Int], DispatchSemaphore)) -> TinyServer.Reply {
            let body = files.withLock { $0[path]?.body } ?? []
            let edges = [0] + cut.0 + [body.count]
            return .pieces(zip(edges, edges.dropFirst()).map { Array(body[$0..<$1]) }) { _ in cut.1.wait() }
        }

        /// Runs on the connection's own thread, which may block.
        func reply(_ seen: TinyServer.Seen) -> TinyServer.Reply {
            if let gate = gates.withLock({ $0[seen.path] }) {
                gate.wait()
                gate.signal()
            }
            if let cut = cuts.withLock({ $0[seen.path] }) { return inPieces(seen.path, cut) }
            guard let file = files.withLock({ $0[seen.path] }) else {
                return .answer(404, body: Array("<html>".utf8))
            }
            let headers = file.headers + (file.etag.map { ["ETag: \($0)"] } ?? [])
            let isHeld = file.etag.map { seen.field("if-none-match") == $0 } ?? false
            if isHeld, file.status == 200 { return .answer(304, headers: headers) }
            return .answer(file.status, headers: headers, body: file.body)
        }
    }

    static let size = PixelSize(width: 60, height: 40)

    private struct Subject: Hashable {
        var seed: UInt64
        var kind: ImageKind
        var isProgressive: Bool
    }

    /// Made once for all benches, because without optimisation one takes as long as the rest of a test.
    private static let images = Mutex<[Subject: [UInt8]]>([:])

    /// The same seed gives the same bytes.
    static func image(
        _ seed: UInt64 = 1,
        _ kind: ImageKind = .png,
        isProgressive: Bool = false
    ) throws -> [UInt8] {
        let subject = Subject(seed: seed, kind: kind, isProgressive: isProgressive)
        if let made = images.withLock({ $0[subject] }) { return made }
        let shape = try FixtureShape(kind, pixels: size, isProgressive: isProgressive)
        let made = try FixtureImage.make(shape, seed: seed, name: "a", version: 1)
        images.withLock { $0[subject] = made }
        return made
    }

    let temporary = TemporaryFolder()
    let server: TinyServer
    let client: CachingClient
    /// The client that loads the images: the same one, unless they are kept apart.
    let originals: CachingClient
    private let archive = TemporaryFolder()
    let pipeline: PicturePipeline
    let calendar = Calendar()
    private let site = Site()

    init(
        _ configuration: Configuration = Configuration(revalidate: .never),
        _ pictures: PictureConfiguration = PictureConfiguration(previewInterval: .zero),
        keepsApart: Bool = false,
        signals: CacheMaintenanceSignals? = nil
    ) throws {
        server = try TinyServer { [site] in site.reply($0) }
        let heedsPressure = signals != nil && configuration.heedsMemoryPressure
        var configuration = configuration.undisturbed
        configuration.diskFolder = temporary.path
        configuration.heedsMemoryPressure = heedsPressure
        client = try CachingClient(
            configuration: configuration,
            clock: RunClock(),
            calendar: calendar,
            signals: signals ?? CacheMaintenanceSignals(),
            events: nil
        )
        configuration.diskFolder = archive.path
        originals =
            keepsApart
            ? try CachingClient(
                configuration: configuration,
                clock: RunClock(),
                calendar: calendar,
                events: nil
            ) : client
        pipeline = try PicturePipeline(client, originals: originals, pictures)
        for name in ["/a", "/b", "/c"] {
            set(name, File(body: try Self.image(UInt64(name.utf8.last ?? 0))))
        }
    }

    func stop() {
        for gate in site.gates.withLock({ $0.values }) { gate.signal() }
        for (places, gate) in site.cuts.withLock({ $0.values }) {
            for _ in places { gate.signal() }
        }
        pipeline.shutdown()
        client.shutdown()
        originals.shutdown()
        server.stop()
    }

    func set(_ path: String, _ file: File) {
        site.files.withLock { $0[path] = file }
    }

    /// The origin answers requests for this path once it is released.
    func hold(_ path: String) {
        site.gates.withLock { $0[path] = DispatchSemaphore(value: 0) }
    }

    func release(_ path: String) {
        site.gates.withLock { $0[path] }?.signal()
    }

    /// The body stops at these places until it may continue.
    func cut(_ path: String, at places: [Int]) {
        site.cuts.withLock { $0[path] = (places, DispatchSemaphore(value: 0)) }
    }

    func goOn(_ path: String) {
        site.cuts.withLock { $0[path]?.1 }?.signal()
    }

    func request(_ path: String, _ processors: any ImageProcessor...) -> PictureRequest {
        PictureRequest(url: server.url + path, processors: processors)
    }

    func load(_ request: PictureRequest) async -> Result<Picture, PictureError> {
        await withCheckedContinuation { continuation in
            pipeline.load(request) { continuation.resume(returning: $0) }
        }
    }

    /// The cache key of an image and its processing.
    func key(_ path: String, _ rest: String = "") -> String { server.url + path + rest }

    /// Whether the disk has an entry for the key.
    func isOnDisk(_ key: String) -> Bool {
        pipeline.flush()
        return client.cache.disk.image(for: key, at: calendar.wall) != nil
    }

    /// The same for the disk of the client that loads the images.
    func isArchived(_ key: String) -> Bool {
        pipeline.flush()
        return originals.cache.disk.image(for: key, at: calendar.wall) != nil
    }

    func waitForRequests(_ count: Int) -> Bool {
        Waiting.until { server.seen.count >= count }
    }
}
