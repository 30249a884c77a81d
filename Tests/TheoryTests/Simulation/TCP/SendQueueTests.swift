import Testing

@testable import Theory

@Suite struct SendQueueTests {
    private static let segment = 1448
    private static let window = 64_240

    /// A program that writes much at once, and sends as Linux does in its first round: a burst of two when
    /// the first piece is full, four more with the next.
    private func begun(largest: Int = 16 << 20) -> SendQueue {
        var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: largest)
        queue.offer(1_000_000)
        var sent = 0
        for bursts in [1, 4, 0] {
            let isFull = queue.takePiece(acknowledged: 0, next: sent * Self.segment, window: Self.window)
            #expect(isFull)
            for _ in 0..<bursts {
                sent += 2
                queue.sent(upTo: sent * Self.segment)
            }
        }
        return queue
    }

    // 54 segments have 65,232 bytes.
    @Test(arguments: [(SendQueue.usualPiece, 53), (65_343, 54)])
    func `a piece has as many segments as one packet for the device`(_ largest: Int, _ segments: Int) {
        var queue = SendQueue(kernel: .recent, segment: 1208, largest: 1 << 20, largestPiece: largest)
        queue.offer(1_000_000)
        let isFull = queue.takePiece(acknowledged: 0, next: 0, window: 1 << 20)
        #expect(isFull && queue.written == segments * 1208)
    }

    /// 22 segments are half of the window; sent data of a piece frees room in it.
    @Test func `a new connection accepts 32 segments once ten are sent`() {
        var queue = begun()
        #expect(queue.written == 32 * Self.segment && !queue.isBlocked)
        let takesMore = queue.takePiece(acknowledged: 0, next: 10 * Self.segment, window: Self.window)
        #expect(!takesMore)
        #expect(queue.written == 32 * Self.segment && queue.isBlocked && queue.offered == 1_000_000)
    }

    /// By Linux's rules: the window allows 22 in flight when 20 of the 32 are left.
    @Test func `space frees up when the congestion window allows more than is queued`() {
        var queue = begun()
        _ = queue.takePiece(acknowledged: 0, next: 10 * Self.segment, window: Self.window)
        for sent in stride(from: 12, through: 32, by: 2) { queue.sent(upTo: sent * Self.segment) }
        for _ in 0..<6 { queue.changePieces(by: -1) }
        let asksInVain = queue.asksAgain(acknowledged: 12 * Self.segment, isShort: false, window: 22)
        #expect(!asksInVain)
        let asks = queue.asksAgain(acknowledged: 12 * Self.segment, isShort: true, window: 22)
        #expect(asks)
        #expect(!queue.isBlocked)
        // It asks once, and not again before it is refused again.
        let asksTwice = queue.asksAgain(acknowledged: 12 * Self.segment, isShort: true, window: 22)
        #expect(!asksTwice)
        // Half of 80,896 are pieces of 27 segments. As in Linux's own trace, in which six are sent meanwhile,
        // 92 are taken.
        var sent = 32
        for bursts in [1, 2, 0, 0] {
            let isFull = queue.takePiece(
                acknowledged: 14 * Self.segment,
                next: sent * Self.segment,
                window: 80_896
            )
            #expect(isFull)
            for _ in 0..<bursts {
                sent += 2
                queue.sent(upTo: sent * Self.segment)
            }
        }
        let takesMore = queue.takePiece(
            acknowledged: 14 * Self.segment,
            next: sent * Self.segment,
            window: 80_896
        )
        #expect(!takesMore && queue.isBlocked && queue.written == 92 * Self.segment)
    }

    @Test func `without a larger congestion window a third of the buffer must be free`() {
        var queue = begun()
        _ = queue.takePiece(acknowledged: 0, next: 10 * Self.segment, window: Self.window)
        for sent in stride(from: 12, through: 32, by: 2) { queue.sent(upTo: sent * Self.segment) }
        for _ in 0..<6 { queue.changePieces(by: -1) }
        // 16 segments and ten pieces are 30,848 bytes; two thirds of 46,080 are 30,720.
        let asksInVain = queue.asksAgain(acknowledged: 16 * Self.segment, isShort: false, window: 10)
        #expect(!asksInVain)
        queue.changePieces(by: -1)
        let asks = queue.asksAgain(acknowledged: 18 * Self.segment, isShort: false, window: 10)
        #expect(asks)
    }

    @Test func `the buffer does not grow beyond its maximum`() {
        var queue = begun(largest: 50_000)
        _ = queue.takePiece(acknowledged: 0, next: 10 * Self.segment, window: Self.window)
        let asks = queue.asksAgain(acknowledged: 4 * Self.segment, isShort: true, window: 1000)
        #expect(!asks)
    }

    /// A device takes 65,215 bytes at once.
    @Test(arguments: [(1448, 45), (1348, 48), (8948, 7)])
    func `a piece is as long as a packet for the device`(_ segment: Int, _ segments: Int) {
        var queue = SendQueue(kernel: .recent, segment: segment, largest: 1 << 20)
        queue.offer(1 << 20)
        let isFull = queue.takePiece(acknowledged: 0, next: 0, window: 1 << 20)
        #expect(isFull && queue.written == segments * segment)
    }

    /// 40,832 of 46,080 bytes are taken: everything was written, and the next acknowledgement still makes room.
    @Test func `space is checked when little was left or a write was refused`() {
        func queue(_ bytes: Int) -> SendQueue {
            var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: 1 << 20)
            queue.offer(bytes)
            while queue.takePiece(acknowledged: 0, next: 0, window: Self.window) {}
            return queue
        }
        var (little, much) = (queue(40_000), queue(20_000))
        #expect(!little.isBlocked && !much.isBlocked)
        little.poll(acknowledged: 0)
        much.poll(acknowledged: 0)
        #expect(little.isBlocked && !much.isBlocked)
        var refused = little
        refused.lookForRoom(acknowledged: 0, isShort: true, window: 40)
        #expect(!refused.isBlocked)
        refused.poll(acknowledged: 0)
        #expect(refused.isBlocked)
        little.lookForRoom(acknowledged: 0, isShort: true, window: 40)
        #expect(!little.isBlocked)
    }

    @Test func `the front piece is reported while others follow it`() {
        var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: 1 << 20)
        queue.offer(3 * 22 * Self.segment)
        #expect(queue.front == nil)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window)
        #expect(queue.front == nil)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window)
        #expect(queue.front == 22 * Self.segment)
        // A burst that extends beyond it is filled from the next one.
        queue.sent(upTo: 21 * Self.segment)
        let front = queue.growFront(upTo: 23 * Self.segment, joins: true)
        #expect(front.end == 23 * Self.segment && !front.isLast)
        queue.sent(upTo: 23 * Self.segment)
        #expect(queue.front == nil)
    }

    @Test func `a front piece that grows keeps its push mark at its end`() {
        var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: 1 << 20)
        queue.offer(3 * 22 * Self.segment)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window)
        queue.mark(acknowledged: 0)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window)
        let (before, after) = (22 * Self.segment, 23 * Self.segment)
        #expect(queue.isMarked(before) && !queue.isMarked(after))
        // An older kernel sends the piece as it is.
        #expect(queue.growFront(upTo: after, joins: false).end == before && queue.isMarked(before))
        #expect(queue.growFront(upTo: after, joins: true).end == after)
        #expect(!queue.isMarked(before) && queue.isMarked(after) && queue.front == after)
    }

    @Test func `a short write is accepted at once`() {
        var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: 1 << 20)
        queue.offer(100)
        let isFull = queue.takePiece(acknowledged: 0, next: 0, window: Self.window)
        #expect(!isFull)
        #expect(queue.written == 100 && !queue.isBlocked)
    }

    /// The first window is larger than usual: the buffer fits twice that.
    @Test(arguments: [(3, 46_080), (10, 46_080), (36, 165_888)])
    func `a new connection's buffer fits twice its initial window`(window: Int, capacity: Int) {
        var queue = SendQueue(
            kernel: .recent,
            segment: Self.segment,
            largest: 16 << 20,
            initialWindow: window
        )
        queue.offer(1_000_000)
        while queue.takePiece(acknowledged: 0, next: 0, window: Self.window) {}
        // A piece is begun while there is room at all.
        let piece = 22 * Self.segment
        #expect(queue.written >= capacity - 2 * piece && queue.written < capacity + piece)
        #expect(queue.isBlocked)
    }

    /// The mark is the packet's that ends there, as long as nothing is added to the piece by a later call.
    @Test func `data appended to the last piece removes its PSH mark`() {
        var queue = SendQueue(kernel: .recent, segment: Self.segment, largest: 16 << 20)
        queue.offer(2000)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window, isFirst: true)
        queue.mark(acknowledged: 0)
        #expect(queue.isMarked(2000))
        queue.offer(1000)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window, limit: 2500, isFirst: true)
        #expect(!queue.isMarked(2000) && !queue.isMarked(2500))
        queue.mark(acknowledged: 0)
        _ = queue.takePiece(acknowledged: 0, next: 0, window: Self.window, isFirst: false)
        #expect(queue.isMarked(3000) && !queue.isMarked(2500))
    }

    @Test func `a woken application checks for space again before it writes`() {
        for isThereRoom in [true, false] {
            var queue = begun()
            _ = queue.takePiece(acknowledged: 0, next: 10 * Self.segment, window: Self.window)
            for sent in stride(from: 12, through: 32, by: 2) { queue.sent(upTo: sent * Self.segment) }
            for _ in 0..<6 { queue.changePieces(by: -1) }
            queue.lookForRoom(acknowledged: 12 * Self.segment, isShort: true, window: 22)
            if !isThereRoom { queue.changePieces(by: 40) }
            let writes = queue.takeWakening(acknowledged: 12 * Self.segment)
            #expect(writes == isThereRoom && queue.isBlocked == !isThereRoom)
        }
    }
}

extension SendQueue {
    /// Whether the kernel wakes the application after a look for room.
    fileprivate mutating func asksAgain(acknowledged: Int, isShort: Bool, window: Int) -> Bool {
        lookForRoom(acknowledged: acknowledged, isShort: isShort, window: window)
        return takeWakening(acknowledged: acknowledged)
    }
}
