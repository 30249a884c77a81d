import LinuxIO
import Synchronization
import Testing

@testable import CacheClient

/// Processors that fail on images that need no origin.
@Suite(.timeLimit(.minutes(1)))
struct PictureFailureTests {
    private struct Refusal: Error {}

    private let refusing = CustomProcessing(identifier: "refusing") { _ in throw Refusal() }

    private func failure(_ bench: PictureBench, _ request: PictureRequest) async -> String? {
        guard case .failure(.processing(let name, let key, _)) = await bench.load(request) else { return nil }
        return "\(name) on \(key)"
    }

    @Test func `a processor that fails on a cached image is reported, and the image stays`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        _ = try await bench.load(bench.request("/a")).get()
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        for _ in 0..<2 {
            #expect(await failure(bench, bench.request("/a", refusing)) == "refusing on \(bench.key("/a"))")
        }
        #expect(bench.isOnDisk(bench.key("/a")) && !bench.isOnDisk(bench.key("/a", "@refusing")))
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a processor that fails on a provider's image is reported`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let body = try PictureBench.image()
        let provider = ImageProvider(cacheKey: "painted") { body }
        let request = PictureRequest(ImageRequest(provider), processors: [refusing])
        #expect(await failure(bench, request) == "refusing on painted")
        #expect(!bench.isOnDisk("painted@refusing"))
    }
}
