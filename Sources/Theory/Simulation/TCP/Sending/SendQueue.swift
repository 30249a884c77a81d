/// What a sender's kernel has taken of what its application has to say, in the pieces in which it keeps it, and how much more
/// it takes: room for twice the congestion window, counted with what packets cost it. It makes more room only where it has
/// none left that the window would let go.
struct SendQueue {
    /// What the kernel reckons for a segment of the window, in bytes: its payload and headers by powers of two, and a
    /// descriptor.
    private static let segmentCost = 2304
    /// A piece costs so much beside its bytes.
    private static let pieceCost = 960
    private static let leastWindow = 10
    /// The most segments of one piece.
    private static let largestPiece = 45

    /// All that the application has to say, and how much of it is taken.
    private(set) var offered = 0
    private(set) var written = 0
    /// The application was refused, and waits to be asked.
    private(set) var isBlocked = false
    /// Where the pieces end that are not sent, the front one first.
    private var ends: [Int] = []
    /// Pieces that are sent or not, and not acknowledged.
    private var pieces = 0
    private var capacity = 0
    private let largest: Int
    private let segment: Int

    init(segment: Int, largest: Int) {
        self.segment = segment
        self.largest = largest
        capacity = 2 * Self.leastWindow * Self.segmentCost
    }

    /// The piece that is sent next has others behind it, and ends there.
    var front: Int? { ends.count > 1 ? ends[0] : nil }

    mutating func offer(_ bytes: Int) { offered += bytes }

    /// Takes what there is room for into one piece; true where that is full, and more may be taken. `window` is the largest that
    /// the other end has promised.
    mutating func takePiece(acknowledged: Int, next: Int, window: Int) -> Bool {
        guard written < offered else { return false }
        let whole = max(1, min(Self.largestPiece, window / 2 / segment)) * segment
        var start = ends.count > 1 ? max(ends[ends.count - 2], next) : next
        if ends.isEmpty || written - start >= whole {
            guard held(acknowledged) < capacity else {
                isBlocked = true
                return false
            }
            start = written
            ends.append(written)
            pieces += 1
        }
        written = min(offered, start + whole)
        ends[ends.count - 1] = written
        return written - start == whole
    }

    private func held(_ acknowledged: Int) -> Int { written - acknowledged + pieces * Self.pieceCost }

    /// It was sent up to there in one burst.
    mutating func sent(upTo next: Int) {
        guard let end = ends.first else { return }
        if next < end {
            pieces += 1
            return
        }
        ends.removeFirst()
        // The front piece was filled up from the one behind it.
        if next > end, ends.first == next {
            ends.removeFirst()
            pieces -= 1
        }
    }

    /// A burst is acknowledged.
    mutating func acknowledgedBurst() { pieces -= 1 }

    /// Whether the application, which was refused, is asked again. `isShort`: the window would let more go than there is.
    mutating func asksAgain(acknowledged: Int, isShort: Bool, window: Int) -> Bool {
        guard isBlocked else { return false }
        if isShort {
            capacity = max(capacity, min(largest, 2 * max(Self.leastWindow, window) * Self.segmentCost))
        }
        let held = held(acknowledged)
        guard capacity - held >= held / 2 else { return false }
        isBlocked = false
        return true
    }
}
