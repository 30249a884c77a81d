import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// How pictures are made, shared and cancelled.
@Suite(.timeLimit(.minutes(1)))
struct PicturePipelineTests {
    struct Refusal: Error, CustomStringConvertible {
        let description = "it is a Monday"
    }

    /// Requests all of them at once while the origin holds the image back.
    private func together(_ bench: PictureBench, _ requests: [PictureRequest]) async throws -> [Picture] {
        bench.hold("/a")
        return try await withThrowingTaskGroup(of: (Int, Picture).self) { group in
            for (number, request) in requests.enumerated() {
                let (stream, feed) = AsyncStream.makeStream(of: Result<Picture, PictureError>.self)
                bench.pipeline.load(request) {
                    feed.yield($0)
                    feed.finish()
                }
                group.addTask {
                    for await outcome in stream { return (number, try outcome.get()) }
                    throw Refusal()
                }
            }
            // All requests have reached the origin.
            bench.client.flush()
            bench.release("/a")
            var pictures = [Picture?](repeating: nil, count: requests.count)
            for try await (number, picture) in group { pictures[number] = picture }
            return pictures.compactMap { $0 }
        }
    }

    @Test func `a picture is decoded once and then served synchronously from memory`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let first = try await bench.load(bench.request("/a")).get()
        #expect(first.bitmap.width == 60 && first.bitmap.height == 40)
        #expect(first.source == .network && !first.isMade)
        let told = Mutex<Picture?>(nil)
        let load = bench.pipeline.load(bench.request("/a")) { outcome in
            told.withLock { $0 = try? outcome.get() }
        }
        #expect(load == nil)
        let again = try #require(told.withLock { $0 })
        #expect(again.source == .memory)
        #expect(again.bitmap == first.bitmap)
        #expect(bench.server.seen.count == 1)
    }

    @Test func `chains with a common prefix share its steps and the download`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (one, two, three) = (Brightening(amount: 1), Brightening(amount: 2), Brightening(amount: 3))
        let made = try await together(
            bench,
            [
                bench.request("/a", one, two), bench.request("/a", one, three),
                bench.request("/a", one, two),
            ]
        )
        #expect(bench.server.paths == ["/a"])
        #expect([one, two, three].map(\.count.value) == [1, 1, 1])
        #expect(made[0].bitmap == made[2].bitmap)
        #expect(made[1].bitmap == made[0].bitmap.mapped { $1 &+ 1 })
    }

    @Test func `pictures of one image in different sizes share its download`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        var (small, large) = (bench.request("/a"), bench.request("/a"))
        small.target = TargetSize(width: 15, height: 10, scale: 2)
        large.target = TargetSize(width: 15, height: 10, scale: 3)
        let made = try await together(bench, [small, large, bench.request("/a")])
        #expect(made.map(\.bitmap.width) == [30, 45, 60])
        #expect(made.map(\.bitmap.height) == [20, 30, 40])
        #expect(bench.server.seen.count == 1)
    }

    @Test func `a longer chain continues from the prefix in memory`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (one, two) = (Brightening(amount: 1), Brightening(amount: 2))
        _ = try await bench.load(bench.request("/a", one)).get()
        _ = try await bench.load(bench.request("/a", one, two)).get()
        #expect(bench.server.seen.count == 1)
        #expect(one.count.value == 1)
    }

    @Test func `a cancelled load is reported once and does not affect the other caller`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.hold("/a")
        let told = Mutex<[String]>([])
        let loads = ["first", "second"].map { name in
            bench.pipeline.load(bench.request("/a", Brightening(amount: 1))) { outcome in
                let word =
                    switch outcome {
                    case .success: "shown"
                    case .failure(let error): "\(error == .cancelled ? "cancelled" : "failed")"
                    }
                told.withLock { $0.append("\(name) \(word)") }
            }
        }
        #expect(bench.waitForRequests(1))
        #expect(loads[0]?.cancel() == true)
        #expect(loads[0]?.cancel() == false)
        #expect(told.withLock { $0 } == ["first cancelled"])
        bench.release("/a")
        #expect(try await Waiting.inTask { told.withLock { $0.count == 2 } })
        #expect(told.withLock { $0 } == ["first cancelled", "second shown"])
        #expect(loads[1]?.cancel() == false)
    }

    @Test func `the last cancellation ends the download, and a later load starts anew`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.hold("/a")
        let brightening = Brightening(amount: 1)
        let load = bench.pipeline.load(bench.request("/a", brightening)) { _ in }
        #expect(bench.waitForRequests(1))
        #expect(load?.cancel() == true)
        #expect(bench.pipeline.works.count == 0)
        bench.release("/a")
        _ = try await bench.load(bench.request("/a", brightening)).get()
        #expect(bench.server.seen.count == 2)
        #expect(brightening.count.value == 1)
    }

    @Test func `a cancelled task fails at once`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.hold("/a")
        let task = Task { () -> PictureError? in
            do throws(PictureError) {
                _ = try await bench.pipeline.picture(bench.request("/a"))
                return nil
            } catch {
                return error
            }
        }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `errors name the step and the image, and failures are retried on the next load`() async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.set("/bad", .init(body: Array("no image".utf8)))
        func error(_ request: PictureRequest) async -> String {
            if case .failure(let error) = await bench.load(request) { return error.description }
            return "none"
        }
        let refusing = CustomProcessing(identifier: "refusing") { _ in throw Refusal() }
        let url = bench.server.url
        for _ in 0..<2 {
            #expect(await error(bench.request("/none")) == "status: \(url)/none was answered with 404")
            #expect(
                await error(bench.request("/bad"))
                    == "decoding: \(url)/bad: cannot decode the image: it is neither JPEG, PNG, WebP nor GIF"
            )
            #expect(
                await error(bench.request("/a", refusing))
                    == "processing: refusing on \(url)/a: it is a Monday"
            )
        }
        #expect(bench.server.seen.count == 6)
        bench.set("/none", .init(body: try PictureBench.image()))
        #expect(await error(bench.request("/none")) == "none")
    }

    @Test func `an image with too many pixels is refused without being fetched again`()
        async throws
    {
        let bench = try PictureBench(
            Configuration(revalidate: .never),
            PictureConfiguration(maximumPixels: 2399)
        )
        defer { bench.stop() }
        for _ in 0..<2 {
            guard case .failure(.decoding(let key, _)) = await bench.load(bench.request("/a")) else {
                Issue.record("it was not refused")
                return
            }
            #expect(key == bench.key("/a"))
        }
        #expect(bench.server.seen.count == 1)
    }

    @Test func `pictures in memory count by their decoded size`() async throws {
        let bench = try PictureBench(
            Configuration(revalidate: .never),
            PictureConfiguration(memory: CacheLimits(size: 15_000))
        )
        defer { bench.stop() }
        for path in ["/a", "/b"] { _ = try await bench.load(bench.request(path)).get() }
        #expect(bench.pipeline.bytes == 14_400)
        _ = try await bench.load(bench.request("/c")).get()
        #expect(bench.pipeline.count == 2)
        #expect(bench.pipeline.held(bench.request("/a")) == nil)
        bench.pipeline.shrink(to: 0.5)
        #expect(bench.pipeline.count == 1)
        bench.pipeline.removeAll()
        #expect(bench.pipeline.bytes == 0)
    }

    @Test func `shutdown fails pending and later loads`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        bench.hold("/a")
        let told = Mutex<[PictureError]>([])
        bench.pipeline.load(bench.request("/a")) { outcome in
            if case .failure(let error) = outcome { told.withLock { $0.append(error) } }
        }
        bench.pipeline.shutdown()
        #expect(told.withLock { $0.count } == 1)
        guard case .failure(.fetch(let error)) = await bench.load(bench.request("/b")) else {
            Issue.record("it was answered")
            return
        }
        #expect(error.word == .closed)
    }

    @Test func `pictures are delivered on the executor of the request`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let runs = Mutex(0)
        for _ in 0..<2 {
            var request = bench.request("/a")
            request.image.executor = CallbackExecutor { work in
                runs.withLock { $0 += 1 }
                work()
            }
            _ = try await bench.load(request).get()
        }
        #expect(runs.withLock { $0 } == 2)
    }
}
