import Fixtures
import Images
import Synchronization
import Testing
import Wire

@testable import CacheClient

struct PreviewMakerTests {
    private final class Notes: Sendable {
        let made = Mutex<[Int]>([])
        let pending = Mutex<[@Sendable () -> Void]>([])
    }

    private let notes = Notes()

    private func maker(every interval: Nanoseconds) -> PreviewMaker {
        PreviewMaker(every: interval) { [notes] beginning, done in
            notes.made.withLock { $0.append(ProgressiveScans(beginning).complete) }
            notes.pending.withLock { $0.append(done) }
        }
    }

    private static func jpeg(isProgressive: Bool = true) throws -> [UInt8] {
        let shape = try FixtureShape(
            .jpeg,
            pixels: PixelSize(width: 80, height: 60),
            isProgressive: isProgressive
        )
        return try FixtureImage.make(shape, seed: 5, name: "a", version: 1)
    }

    private func feed(_ maker: PreviewMaker, _ bytes: [UInt8], finishing: Bool, at step: Nanoseconds) {
        for count in Array(stride(from: 1, to: bytes.count, by: 50)) + [bytes.count] {
            maker.take(Array(bytes.prefix(count)), at: Instant(nanoseconds: Int64(count) * step))
            if finishing { done() }
        }
    }

    private func done() {
        let done = notes.pending.withLock { pending in
            defer { pending = [] }
            return pending
        }
        for done in done { done() }
    }

    @Test func `shows each scan that sharpens the picture once, in order`() throws {
        feed(maker(every: 0), try Self.jpeg(), finishing: true, at: 1)
        let made = notes.made.withLock { $0 }
        #expect(made.count >= 4)
        #expect(made == made.sorted() && Set(made).count == made.count)
    }

    @Test func `makes one preview at a time, the next from the latest scan`() throws {
        let (maker, bytes) = (maker(every: 0), try Self.jpeg())
        feed(maker, bytes, finishing: false, at: 1)
        #expect(notes.made.withLock { $0 } == [1])
        done()
        maker.take(bytes, at: Instant(nanoseconds: 1_000_000))
        #expect(notes.made.withLock { $0.last } == ProgressiveScans(bytes).complete)
    }

    @Test func `respects the minimum interval`() throws {
        feed(maker(every: 1000), try Self.jpeg(), finishing: true, at: 0)
        #expect(notes.made.withLock { $0 } == [1])
    }

    @Test func `starts again when the response is restarted`() throws {
        let (maker, bytes) = (maker(every: 0), try Self.jpeg())
        feed(maker, bytes, finishing: true, at: 0)
        let before = notes.made.withLock { $0 }
        feed(maker, bytes, finishing: true, at: 0)
        #expect(notes.made.withLock { $0 } == before + before)
    }

    @Test func `ignores responses that are not progressive JPEGs`() throws {
        feed(maker(every: 0), try Self.jpeg(isProgressive: false), finishing: true, at: 1)
        feed(maker(every: 0), Array("<html>not found</html>".utf8), finishing: true, at: 1)
        #expect(notes.made.withLock { $0.isEmpty })
    }
}
