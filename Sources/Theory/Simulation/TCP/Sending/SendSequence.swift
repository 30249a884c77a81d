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
            initialWindow: settings.initialWindow
        )
    }

    var written: Int { queue.written }
    /// Bytes offered by the application.
    var offered: Int { queue.offered }
    var unsent: Int { written - next }
    /// End of the front piece, if others are behind it.
    var frontEnd: Int? { queue.front }
    /// Where the next burst ends at the latest: older kernels end it with the front piece.
    var burstLimit: Int { joinsPieces ? written : frontEnd ?? written }
    var isSendable: Bool { next < written && windowEnd - next >= min(segment, unsent) }

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

    mutating func offer(_ bytes: Int) { queue.offer(bytes) }

    /// Takes as much as fits into one piece; true if the piece is full and more may be taken.
    mutating func takePiece() -> Bool {
        queue.takePiece(acknowledged: unacknowledged, next: next, window: largestWindow)
    }

    /// True if the last push is half a window back; everything written then counts as pushed.
    mutating func pushesAgain() -> Bool {
        guard written - pushedUpTo > largestWindow / 2 else { return false }
        pushedUpTo = written
        return true
    }

    /// The next segment, which ends at `end`.
    mutating func takeSegment(upTo end: Int) -> Range<Int> {
        let range = next..<end
        next = end
        return range
    }

    /// Ends a burst that reaches `next`.
    mutating func endBurst() { queue.sent(upTo: next) }

    mutating func acknowledgedBurst() { queue.acknowledgedBurst() }

    /// The application waits for what happens next.
    mutating func poll() { queue.poll(acknowledged: unacknowledged) }

    /// Wakes the blocked application if there is room.
    mutating func lookForRoom(isShort: Bool, provisioned: Int) {
        queue.lookForRoom(acknowledged: unacknowledged, isShort: isShort, window: provisioned)
    }

    /// Whether the application has been woken since it was asked last.
    mutating func takeWakening() -> Bool { queue.takeWakening() }
}
