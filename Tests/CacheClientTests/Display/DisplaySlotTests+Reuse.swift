import Dispatch
import Fixtures
import Images
import Synchronization
import TestSupport
import Testing

@testable import CacheClient

/// Places that are reused, from any thread.
extension DisplaySlotTests {
    @Test func `two requests waiting for the disk are each answered once`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        for path in ["/a", "/b"] {
            place.show(path)
            #expect(place.diary.waits(for: "\(path): shown"))
        }
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        // The disk answers only after both requests.
        let (busy, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        bench.client.cache.disk.queue.submit {
            busy.signal()
            gate.wait()
        }
        busy.wait()
        place.show("/a")
        place.show("/b")
        gate.signal()
        #expect(Waiting.until { place.diary.told.count == 4 })
        #expect(place.diary.told.dropFirst(2) == ["/a: replaced", "/b: shown"])
        #expect(bench.server.seen.count == 2)
    }

    @Test func `a request replaced before its turn is neither decoded nor put into memory`() throws {
        let bench = try PictureBench(Configuration(revalidate: .never), PictureConfiguration(workers: 1))
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        for path in ["/a", "/b"] {
            place.show(path)
            #expect(place.diary.waits(for: "\(path): shown"))
        }
        bench.pipeline.flush()
        bench.pipeline.removeAll()
        let (began, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let slow = CustomProcessing(identifier: "slow") { bitmap in
            began.signal()
            gate.wait()
            return bitmap
        }
        bench.pipeline.load(bench.request("/c", slow)) { _ in }
        began.wait()
        place.show("/a")
        bench.client.flush()
        place.show("/b")
        gate.signal()
        #expect(Waiting.until { place.diary.told.count == 4 })
        #expect(place.diary.told.dropFirst(2) == ["/a: replaced", "/b: shown"])
        #expect(bench.pipeline.held(bench.request("/a")) == nil)
    }

    @Test func `cancelling reaches the image provider`() async throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let (began, ended) = (AsyncStream<Void>.makeStream(), AsyncStream<Bool>.makeStream())
        let provider = ImageProvider(cacheKey: "slow") {
            began.continuation.yield()
            await Waiting.forCancelling()
            ended.continuation.yield(Task.isCancelled)
            return [1]
        }
        let place = DisplayPlace(bench)
        place.slot.show(PictureRequest(ImageRequest(provider)))
        _ = await began.stream.first { _ in true }
        place.slot.cancel()
        #expect(await ended.stream.first { _ in true } == true)
    }

    @Test @MainActor func `with the main executor the display changes on the main actor, at once for a hit`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench, executor: .main)
        await withCheckedContinuation { continuation in
            place.slot.show(bench.request("/a")) { _ in
                MainActor.assertIsolated()
                continuation.resume()
            }
        }
        #expect(place.diary.all == ["empty, loading", "picture 60"])
        place.slot.clear()
        place.show("/a")
        #expect(place.diary.all.suffix(2) == ["picture 60", "/a: shown"])
    }

    @Test func `a slot reused many times ends with the last picture`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        for number in 0..<20 {
            bench.set("/\(number)", .init(body: try PictureBench.image(UInt64(number))))
            // None arrives before the last is requested.
            bench.hold("/\(number)")
        }
        for number in 0..<20 { place.show("/\(number)") }
        for number in 0..<20 { bench.release("/\(number)") }
        #expect(place.diary.waits(for: "/19: shown"))
        #expect(place.diary.told == (0..<19).map { "/\($0): replaced" } + ["/19: shown"])
        #expect(place.slot.content == .picture(try wide(bench, "/19")))
    }

    @Test func `a completion may request the next picture`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        for path in ["/a", "/b"] { place.show(path) }
        #expect(place.diary.waits(for: "/b: shown"))
        place.slot.show(bench.request("/b")) { _ in place.show("/c") }
        #expect(place.diary.waits(for: "/c: shown"))
        #expect(place.slot.content == .picture(try wide(bench, "/c")))
    }

    @Test func `content replaced before it could be displayed is not displayed`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        // Like the main queue: later, and in order.
        let later = Mutex<[@Sendable () -> Void]>([])
        let place = DisplayPlace(
            bench,
            executor: CallbackExecutor { work in later.withLock { $0.append(work) } }
        )
        place.show("/a")
        #expect(Waiting.until { place.slot.content != .empty })
        place.slot.clear()
        #expect(place.diary.all.isEmpty)
        for work in later.withLock({ $0 }) { work() }
        #expect(place.diary.all == ["empty", "/a: shown"])
    }

    @Test func `calls from many threads are each answered once, and the slot shows one of the pictures`()
        async throws
    {
        let bench = try PictureBench()
        defer { bench.stop() }
        let place = DisplayPlace(bench)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<60 {
                group.addTask {
                    place.show(["/a", "/b", "/c"][number % 3])
                    if number % 7 == 0 { place.slot.cancel() }
                }
            }
        }
        #expect(try await Waiting.inTask { place.diary.told.count == 60 })
        #expect(!place.slot.isLoading)
        let last = place.diary.all.last { !$0.hasPrefix("/") }
        #expect(last == (place.slot.content == .empty ? "empty" : "picture 60"))
    }

    @Test func `previews are displayed on request`() throws {
        let bench = try PictureBench()
        defer { bench.stop() }
        let body = try PictureBench.image(9, .jpeg, isProgressive: true)
        bench.set("/p", .init(body: body))
        bench.cut("/p", at: [body.count - 40])
        let place = DisplayPlace(bench)
        place.show("/p", .init(showsPreviews: true))
        #expect(place.diary.waits(for: "preview 60, loading"))
        bench.goOn("/p")
        #expect(place.diary.waits(for: "/p: shown"))
        #expect(place.diary.all.suffix(2) == ["picture 60", "/p: shown"])
    }
}
