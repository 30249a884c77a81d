import LinkModel
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct DropTailQueueTests {
    /// A queue by reference: expectations cannot ask a mutating question.
    private final class Tail {
        private var queue: DropTailQueue

        init(_ limit: QueueLimit) {
            queue = DropTailQueue(limit: limit)
        }

        func admits(bytes: Int, at now: Instant) -> Bool {
            queue.admits(bytes: bytes, at: now)
        }

        func append(bytes: Int, serviceEnd: Instant) {
            queue.append(bytes: bytes, serviceEnd: serviceEnd)
        }
    }

    private let later = Instant(nanoseconds: 1_000)

    @Test(arguments: [1, 2, 63, 64, 65, 1000])
    func `a queue of packets holds exactly so many, the one in service among them`(limit: Int) {
        let queue = Tail(.packets(limit))
        for _ in 0..<limit {
            #expect(queue.admits(bytes: 1500, at: .zero))
            queue.append(bytes: 1500, serviceEnd: later)
        }
        #expect(!queue.admits(bytes: 1, at: .zero))
        #expect(!queue.admits(bytes: 1, at: later - 1))
        #expect(queue.admits(bytes: 1, at: later))
    }

    @Test func `a queue of bytes takes what still fits, to the byte`() {
        let queue = Tail(.bytes(3000))
        queue.append(bytes: 1500, serviceEnd: later)
        #expect(queue.admits(bytes: 1500, at: .zero))
        #expect(!queue.admits(bytes: 1501, at: .zero))
        queue.append(bytes: 1500, serviceEnd: later + 1)
        #expect(!queue.admits(bytes: 1, at: .zero))
        // The first has left: its bytes are free again.
        #expect(queue.admits(bytes: 1500, at: later))
        #expect(!queue.admits(bytes: 1501, at: later))
    }

    @Test(arguments: [QueueLimit.packets(0), .bytes(0), .bytes(100)])
    func `a packet that finds the line idle never needs a place`(limit: QueueLimit) {
        let queue = Tail(limit)
        #expect(queue.admits(bytes: 1500, at: .zero))
        queue.append(bytes: 1500, serviceEnd: later)
        #expect(!queue.admits(bytes: 1500, at: .zero))
        #expect(queue.admits(bytes: 1500, at: later))
    }

    @Test func `places are given back one by one however often the ring wraps and grows`() {
        let queue = Tail(.packets(100))
        var now = Instant.zero
        // One packet a nanosecond leaves; the queue is always full.
        for index in 0..<100 { queue.append(bytes: 1, serviceEnd: Instant(nanoseconds: Int64(index + 1))) }
        var wrong = 0
        for index in 100..<10_000 {
            if queue.admits(bytes: 1, at: now) { wrong += 1 }
            now = now + 1
            if !queue.admits(bytes: 1, at: now) { wrong += 1 }
            queue.append(bytes: 1, serviceEnd: Instant(nanoseconds: Int64(index + 1)))
        }
        #expect(wrong == 0)
    }
}
