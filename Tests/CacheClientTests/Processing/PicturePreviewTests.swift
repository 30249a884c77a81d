import Fixtures
import Images
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// Previews of a picture that is still arriving.
@Suite(.timeLimit(.minutes(1)))
struct PicturePreviewTests {
    /// A progressive JPEG, and places after its first scans.
    private static func scans() throws -> (bytes: [UInt8], places: [Int]) {
        let bytes = try PictureBench.image(9, .jpeg, isProgressive: true)
        var places: [Int] = []
        var scans = ProgressiveScans()
        for count in 1...bytes.count where scans.read(Array(bytes.prefix(count))) { places.append(count) }
        return (bytes, Array(places.prefix(2)))
    }

    private static func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
        zip(one.samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }

    @Test func `a progressive JPEG is previewed while loading, processed like the final picture`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (bytes, places) = try Self.scans()
        bench.set("/p", .init(body: bytes))
        bench.cut("/p", at: places)
        let seen = Mutex<[Bitmap]>([])
        let told = Mutex<[Picture]>([])
        var request = bench.request("/p", Brightening(amount: 9))
        request.target = TargetSize(width: 30, height: 30)
        request.preview = { bitmap in seen.withLock { $0.append(bitmap) } }
        let others = bench.request("/p")
        bench.pipeline.load(others) { _ in }
        bench.pipeline.load(request) { outcome in
            if let picture = try? outcome.get() { told.withLock { $0.append(picture) } }
        }
        for number in 1...2 {
            #expect(try await Waiting.inTask { seen.withLock { $0.count == number } })
            #expect(told.withLock { $0.isEmpty })
            bench.goOn("/p")
        }
        #expect(try await Waiting.inTask { told.withLock { !$0.isEmpty } })
        let picture = try #require(told.withLock { $0.first }).bitmap
        let previews = seen.withLock { $0 }
        #expect(previews.allSatisfy { $0.width == 30 && $0.height == 20 })
        let differences = previews.prefix(2).map { Self.difference($0, picture) }
        #expect(differences[0] > differences[1] && differences[1] > 0)
    }

    @Test func `a later caller sees the preview already available`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (bytes, places) = try Self.scans()
        bench.set("/p", .init(body: bytes))
        bench.cut("/p", at: places)
        let first = Mutex(0)
        let second = Mutex(0)
        var request = bench.request("/p")
        request.preview = { _ in first.withLock { $0 += 1 } }
        let one = bench.pipeline.load(request) { _ in }
        #expect(try await Waiting.inTask { first.withLock { $0 == 1 } })
        // Another picture of the same image shares only the transfer.
        var other = bench.request("/p", Brightening(amount: 1))
        other.preview = { _ in second.withLock { $0 += 1 } }
        let two = bench.pipeline.load(other) { _ in }
        #expect(try await Waiting.inTask { second.withLock { $0 == 1 } })
        #expect(bench.server.seen.count == 1)
        one?.cancel()
        two?.cancel()
    }

    @Test func `a preview is never cached`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (bytes, places) = try Self.scans()
        bench.set("/p", .init(body: bytes))
        bench.cut("/p", at: places)
        let seen = Mutex(0)
        var request = bench.request("/p")
        request.preview = { _ in seen.withLock { $0 += 1 } }
        let load = bench.pipeline.load(request) { _ in }
        #expect(try await Waiting.inTask { seen.withLock { $0 > 0 } })
        load?.cancel()
        #expect(bench.pipeline.count == 0)
        #expect(!bench.isOnDisk(bench.key("/p")))
    }

    @Test func `the body of an error response is not previewed`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.set("/p", .init(status: 404, body: try Self.scans().bytes))
        let seen = Mutex(0)
        var request = bench.request("/p")
        request.preview = { _ in seen.withLock { $0 += 1 } }
        _ = await bench.load(request)
        bench.pipeline.shutdown()
        #expect(seen.withLock { $0 } == 0)
    }
}
