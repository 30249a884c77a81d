/// A sender's socket buffer: the bytes taken from the application, in the kernel's pieces, and the room left.
/// The buffer fits twice the congestion window, packet overhead included. It grows only when it is full and
/// holds less than the window allows to send.
struct SendQueue {
    /// Kernel memory of one segment in bytes: payload and headers rounded to powers of two, plus a
    /// descriptor.
    private static let segmentCost = 2304
    private static let leastWindow = 10
    /// Maximum of stretches of memory that one piece can refer to.
    private static let mostFragments = 17
    /// Maximum of one piece, in bytes: what one packet for the device may have, without room for the headers of every link that
    /// the kernel knows.
    static let usualPiece = 65_215

    private var calls: SendCalls
    /// Bytes taken from the application.
    private(set) var written = 0
    /// The kernel looks for room, to tell the application: a write was refused, or little room was left after one.
    private(set) var isBlocked = false
    /// The blocked application was told that there is room, and has not run yet.
    private var isWoken = false
    /// Ends of the unsent pieces, the front one first.
    private var ends: [Int] = []
    /// Where the packets that ask the receiver to hurry end (PSH): what an application wrote last, or what was pushed.
    private var marks: [Int] = []
    /// Number of unacknowledged pieces, sent or not.
    private var pieces = 0
    private var capacity = 0
    private let pieceCost: Int
    private let largest: Int
    private let largestPiece: Int
    private let segment: Int

    /// `initialWindow` is the first congestion window, in segments.
    init(
        kernel: KernelRelease,
        segment: Int,
        largest: Int,
        largestPiece: Int = usualPiece,
        initialWindow: Int = leastWindow
    ) {
        calls = SendCalls(kernel: kernel)
        pieceCost = kernel.pieceCost
        self.segment = segment
        self.largest = largest
        self.largestPiece = largestPiece
        capacity = min(largest, 2 * max(Self.leastWindow, initialWindow) * Self.segmentCost)
    }

    /// End of the next piece to send, if others are behind it.
    var front: Int? { ends.count > 1 ? ends[0] : nil }

    /// The next piece, and whether it is the last. If it `joins`, it takes what it lacks up to `end` from the one behind it, for good.
    mutating func growFront(upTo end: Int, joins: Bool) -> (end: Int, isLast: Bool) {
        guard ends.count > 1 else { return (written, true) }
        let joined = joins ? max(ends[0], min(ends[1], end)) : ends[0]
        guard joined > ends[0] else { return (joined, false) }
        // The packet that asks the receiver to hurry is the piece's last.
        if let place = marks.firstIndex(of: ends[0]) {
            if marks.contains(joined) { marks.remove(at: place) } else { marks[place] = joined }
        }
        ends[0] = joined
        if joined == ends[1] {
            ends.remove(at: 1)
            pieces -= 1
        }
        return (joined, ends.count == 1)
    }

    /// Bytes offered by the application.
    var offered: Int { calls.offered }

    mutating func offer(_ bytes: Int, _ kind: SendCalls.Kind = .message) { calls.offer(bytes, kind) }

    mutating func beginCautiously() { capacity = min(largest, 2 * Self.leastWindow * Self.segmentCost) }

    /// The application begins to write, or goes on.
    mutating func beginCall() { calls.begin(at: written) }

    /// The call under way; nil if the kernel has everything.
    mutating func nextCall() -> SendCalls.Call? { calls.next(after: written) }

    /// Takes as much as fits into one piece, `limit` at most; true if the piece is full. `window` is the other end's largest
    /// advertised window, `isFirst` is true at the beginning of a call.
    mutating func takePiece(
        acknowledged: Int,
        next: Int,
        window: Int,
        limit: Int = .max,
        isFirst: Bool = false
    ) -> Bool {
        let limit = min(limit, offered)
        guard written < limit else { return false }
        let whole = max(1, min(largestPiece, window / 2) / segment) * segment
        var start = ends.count > 1 ? max(ends[ends.count - 2], next) : next
        var isMarked = false
        if ends.isEmpty || written - start >= whole {
            guard held(acknowledged) < capacity else {
                isBlocked = true
                return false
            }
            start = written
            ends.append(written)
            pieces += 1
        } else if marks.last == written {
            // The mark goes along, unless a new call adds to the piece.
            marks.removeLast()
            isMarked = !isFirst
        }
        written = min(limit, start + whole)
        ends[ends.count - 1] = written
        if isMarked { marks.append(written) }
        return written - start == whole
    }

    private func held(_ acknowledged: Int) -> Int { written - acknowledged + pieces * pieceCost }

    /// All that was written counts as pushed.
    mutating func mark(acknowledged: Int) {
        while let first = marks.first, first <= acknowledged { marks.removeFirst() }
        calls.forget(upTo: acknowledged)
        if marks.last != written { marks.append(written) }
    }

    func isMarked(_ end: Int) -> Bool { marks.contains(end) }

    /// Notes that a burst was sent up to `next`.
    mutating func sent(upTo next: Int) {
        guard let end = ends.first else { return }
        if next < end {
            pieces += 1
            return
        }
        ends.removeFirst()
    }

    /// Pieces were acknowledged, cut or joined.
    mutating func changePieces(by change: Int) { pieces += change }

    /// Whether these bytes can be one piece.
    func fitsPiece(_ range: Range<Int>) -> Bool { calls.fragments(of: range) <= Self.mostFragments }

    /// The application waits for what happens next. Whatever it waits for, the kernel then looks for room if there is little,
    /// or if the last call was refused, although its own push has made room since.
    mutating func poll(acknowledged: Int) {
        if isWoken || !isRoomy(held(acknowledged)) { isBlocked = true }
    }

    /// Whether the kernel tells the application that it may write.
    private func isRoomy(_ held: Int) -> Bool { capacity - held >= held / 2 }

    /// Wakes the blocked application if there is room. `isShort`: the window allows more than there is to send.
    mutating func lookForRoom(acknowledged: Int, isShort: Bool, window: Int) {
        guard isBlocked else { return }
        if isShort {
            capacity = max(capacity, min(largest, 2 * max(Self.leastWindow, window) * Self.segmentCost))
        }
        guard isRoomy(held(acknowledged)) else { return }
        isBlocked = false
        isWoken = true
    }

    /// Whether the application runs because it was told that there is room. It looks again before it does: what the kernel has
    /// sent since may have left too little. One with nothing to write does not even look; `hasMore` is true if it has more to
    /// write than it has offered.
    mutating func takeWakening(acknowledged: Int, hasMore: Bool = false) -> Bool {
        guard isWoken else { return false }
        isWoken = false
        guard hasMore || written < offered else { return false }
        isBlocked = !isRoomy(held(acknowledged))
        return !isBlocked
    }
}
