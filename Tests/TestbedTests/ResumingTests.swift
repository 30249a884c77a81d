import CacheClient
import Images
import LinuxIO
import Logs
import Origin
import ScenarioFormat
import Serving
import TestSupport
import Testing

/// The client's resumption of a partial body, against the bench's origin.
@Suite(.timeLimit(.minutes(1)))
struct ResumingTests {
    private static let bytes = 300_000

    /// An origin of one image whose first answer is cut, and a client with empty caches. The answers have a rate, so that
    /// the client takes bytes before the cut: libcurl gives away none of what it reads together with a reset of HTTP/2's
    /// connection.
    private final class Pair {
        let origin: OriginServer
        let client: CachingClient
        private let folder: ScratchFolder

        init(_ fault: String, _ http: HTTPVersions) throws {
            let text = """
                netlab: 1
                seed: 47
                link: { profile: dsl }
                origin:
                  files:
                    a.jpg: { image: jpeg, size: \(ResumingTests.bytes) B, rate: 1 MB/s, fault: { \(fault), first: 1 } }
                steps:
                  - { name: all, fetch: all }
                """
            let scenario = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants[0]
                .scenario
            folder = try ScratchFolder()
            origin = try OriginServer(
                configuration: OriginConfiguration(scenario),
                drawing: LibraryDrawing(),
                listener: Listener(
                    address: "127.0.0.1",
                    protocols: http == .http1 ? [.http1] : [.http1, .http2]
                ),
                clock: RunClock()
            )
            client = try CachingClient(
                configuration: Configuration(
                    diskFolder: folder.path,
                    http: http,
                    timeout: .seconds(50),
                    heedsMemoryPressure: false
                )
            )
            try origin.start()
        }

        var request: ImageRequest { ImageRequest(url: "http://127.0.0.1:\(origin.port)/a.jpg") }

        /// The failure of a load; nil if it returned the image.
        func failure() async -> FetchError? {
            do throws(FetchError) {
                _ = try await client.load(request)
                return nil
            } catch {
                return error
            }
        }

        func stop() {
            client.shutdown()
            origin.stop()
        }

        /// Each answer's status and number of body bytes.
        func answers() -> [(status: Int, bytes: Int)] {
            origin.stop().map { ($0.status, $0.bodyBytes) }
        }
    }

    @Test(arguments: [
        ("kind: truncate", HTTPVersions.http1, FetchError.Word.truncated),
        ("kind: connectionReset, after: 120 kB", .http1, .reset),
        ("kind: truncate", .http2, .reset), ("kind: connectionReset, after: 120 kB", .http2, .reset),
        ("kind: http2StreamReset, after: 120 kB", .http2, .reset),
    ])
    func `a retry downloads only the missing rest of a body`(
        fault: String,
        http: HTTPVersions,
        word: FetchError.Word
    ) async throws {
        let pair = try Pair(fault, http)
        defer { pair.stop() }
        #expect(await pair.failure()?.word == word)
        let whole = try await pair.client.load(pair.request)
        #expect(whole.status == 200 && whole.wireStatus == 206)
        #expect(whole.metrics?.httpVersion == (http == .http1 ? "HTTP/1.1" : "HTTP/2"))
        // The origin's content, by a client without caches.
        var plain = pair.request
        plain.options = .forceRefresh
        #expect(try await pair.client.load(plain).bytes == whole.bytes)
        let answers = pair.answers()
        #expect(answers.map(\.status) == [200, 206, 200])
        let rest = try #require(answers.dropFirst().first).bytes
        #expect(rest > 0 && rest < Self.bytes && rest == whole.metrics?.bodyBytes)
        #expect(whole.bytes.count == Self.bytes)
    }

    @Test(arguments: [HTTPVersions.http1, .http2])
    func `an image changed in between is downloaded whole in its new version`(http: HTTPVersions) async throws
    {
        let pair = try Pair("kind: connectionReset, after: 120 kB", http)
        defer { pair.stop() }
        #expect(await pair.failure() != nil)
        try pair.origin.change(["a.jpg"])
        let whole = try await pair.client.load(pair.request)
        #expect(whole.status == 200 && whole.wireStatus == 200)
        #expect(whole.metrics?.bodyBytes == Self.bytes)
        var plain = pair.request
        plain.options = .forceRefresh
        #expect(try await pair.client.load(plain).bytes == whole.bytes)
        #expect(pair.answers().map(\.status) == [200, 200, 200])
    }
}
