/// A sender's place in its stream, in RFC 9293's terms: what is acknowledged (SND.UNA), what goes next (SND.NXT), and how far
/// the other end's window (SND.WND) lets it go, of what the kernel has taken from the application.
struct SendSequence {
    private let segment: Int
    private var queue: SendQueue
    private(set) var unacknowledged = 0
    private(set) var next = 0
    private(set) var windowEnd = 0
    private var largestWindow = 0
    /// Up to where the kernel has pushed what it was handed.
    private var pushedUpTo = 0

    init(_ settings: TCPSettings) {
        segment = settings.segment
        queue = SendQueue(segment: settings.segment, largest: settings.largestBuffer)
    }

    var written: Int { queue.written }
    /// All that its application has to say.
    var offered: Int { queue.offered }
    var unsent: Int { written - next }
    /// Where the front piece ends, if others are behind it.
    var frontEnd: Int? { queue.front }
    var isSendable: Bool { next < written && windowEnd - next >= min(segment, unsent) }

    /// A segment of the handshake says how large the window is.
    mutating func open(window: Int, from acknowledged: Int) {
        windowEnd = acknowledged + window
        largestWindow = max(largestWindow, window)
    }

    /// True if the other end lets it go further than before.
    mutating func acknowledge(_ acknowledged: Int, window: Int) -> Bool {
        let isMoved = acknowledged + window > windowEnd
        windowEnd = max(windowEnd, acknowledged + window)
        largestWindow = max(largestWindow, window)
        unacknowledged = acknowledged
        return isMoved
    }

    mutating func offer(_ bytes: Int) { queue.offer(bytes) }

    /// The kernel takes what it has room for into one piece; true if that is full, and more may be taken.
    mutating func takePiece() -> Bool {
        queue.takePiece(acknowledged: unacknowledged, next: next, window: largestWindow)
    }

    /// True if what was pushed last is half a window ago; all that is written is then pushed.
    mutating func pushesAgain() -> Bool {
        guard written - pushedUpTo > largestWindow / 2 else { return false }
        pushedUpTo = written
        return true
    }

    /// The next segment of a burst that ends at `end`.
    mutating func takeSegment(upTo end: Int) -> Range<Int> {
        let range = next..<min(end, next + segment)
        next = range.upperBound
        return range
    }

    /// Everything before `next` has been sent, the last of it as one burst.
    mutating func endBurst() { queue.sent(upTo: next) }

    mutating func acknowledgedBurst() { queue.acknowledgedBurst() }

    /// True if the application, which was refused, is asked again.
    mutating func asksAgain(isShort: Bool, provisioned: Int) -> Bool {
        queue.asksAgain(acknowledged: unacknowledged, isShort: isShort, window: provisioned)
    }
}
