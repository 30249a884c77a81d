/// A sender's position in its stream, in RFC 9293's terms: acknowledged (SND.UNA), next to send (SND.NXT) and
/// the limit of the other end's window (SND.WND), within the bytes taken from the application.
struct SendSequence {
    private let segment: Int
    private let joinsPieces: Bool
    private var queue: SendQueue
    private(set) var unacknowledged = 0
    private(set) var next = 0
    private(set) var windowEnd = 0
    private var largestWindow = 0
    /// Stream position of the last push.
    private var pushedUpTo = 0

    init(_ settings: TCPSettings) {
        segment = settings.segment
        joinsPieces = settings.kernel.joinsPieces
        queue = SendQueue(
            kernel: settings.kernel,
            segment: settings.segment,
            largest: settings.largestBuffer,
            largestPiece: settings.largestPiece,
            initialWindow: settings.initialWindow
        )
    }

    /// The connection begins with one segment, and a buffer as if its first window were the usual one.
    mutating func beginCautiously() { queue.beginCautiously() }

    var written: Int { queue.written }
    /// Bytes offered by the application.
    var offered: Int { queue.offered }
    var unsent: Int { written - next }
    /// End of the front piece, if others are behind it.
    var frontEnd: Int? { queue.front }
    /// The other end's window has room for the next segment of the front piece.
    var isSendable: Bool { next < written && allows(frontEnd ?? written) }

    /// The piece for a burst of this many bytes: newer kernels add to the front piece from the next one.
    mutating func growFront(by bytes: Int) -> (end: Int, isLast: Bool) {
        queue.growFront(upTo: next + bytes, joins: joinsPieces)
    }

    /// Whether the other end's window has room for the next segment of a piece that ends there.
    func allows(_ end: Int) -> Bool { windowEnd - next >= min(segment, end - next) }

    /// Notes the window advertised in the handshake.
    mutating func open(window: Int, from acknowledged: Int) {
        windowEnd = acknowledged + window
        largestWindow = max(largestWindow, window)
    }

    /// True if the other end's window has moved forward.
    mutating func acknowledge(_ acknowledged: Int, window: Int) -> Bool {
        let isMoved = acknowledged + window > windowEnd
        windowEnd = max(windowEnd, acknowledged + window)
        largestWindow = max(largestWindow, window)
        unacknowledged = acknowledged
        return isMoved
    }

    mutating func offer(_ bytes: Int, _ kind: SendCalls.Kind) { queue.offer(bytes, kind) }

    /// The application begins to write, or goes on.
    mutating func beginCall() { queue.beginCall() }

    /// The call under way; nil if the kernel has everything.
    mutating func nextCall() -> SendCalls.Call? { queue.nextCall() }

    /// Takes as much of a call as fits into one piece; true if the piece is full.
    mutating func takePiece(of call: SendCalls.Call, isFirst: Bool) -> Bool {
        queue.takePiece(
            acknowledged: unacknowledged,
            next: next,
            window: largestWindow,
            limit: call.end,
            isFirst: isFirst
        )
    }

    /// True if the last push is half a window back; everything written then counts as pushed.
    mutating func pushIfDue() -> Bool {
        guard written - pushedUpTo > largestWindow / 2 else { return false }
        notePush()
        return true
    }

    /// Everything written counts as pushed.
    mutating func notePush() {
        pushedUpTo = written
        queue.mark(acknowledged: unacknowledged)
    }

    /// Whether a packet that ends there asks the receiver to hurry.
    func isPushed(_ end: Int) -> Bool { queue.isMarked(end) }

    /// The next segment, which ends at `end`.
    mutating func takeSegment(upTo end: Int) -> Range<Int> {
        let range = next..<end
        next = end
        return range
    }

    /// Ends a burst that reaches `next`.
    mutating func endBurst() { queue.sent(upTo: next) }

    /// Pieces of the send buffer were acknowledged, cut or joined.
    mutating func changePieces(by change: Int) { queue.changePieces(by: change) }

    /// Whether these bytes can be one piece.
    func fitsPiece(_ range: Range<Int>) -> Bool { queue.fitsPiece(range) }

    /// The application waits for what happens next.
    mutating func poll() { queue.poll(acknowledged: unacknowledged) }

    /// Wakes the blocked application if there is room.
    mutating func lookForRoom(isShort: Bool, provisioned: Int) {
        queue.lookForRoom(acknowledged: unacknowledged, isShort: isShort, window: provisioned)
    }

    var waitsForRoom: Bool { queue.isBlocked }

    /// Whether the application runs because it was told that there is room.
    mutating func takeWakening(hasMore: Bool) -> Bool {
        queue.takeWakening(acknowledged: unacknowledged, hasMore: hasMore)
    }
}
