import LinkModel
import Wire

/// One response on an otherwise idle line, segment by segment: the sender starts with a window, grows it by every
/// segment acknowledged (slow start), and the line idles where the window is shorter than the round trip.
///
/// Acknowledgements are those of Linux: every segment at first, then every second one, and the last at once. On an
/// interactive connection only every second one is, and an odd last segment's waits for the next request.
struct SegmentTrain {
    /// Segments that are acknowledged one by one before the receiver begins to wait for a second.
    private static let quickAcknowledgements = 16
    /// How long Linux lets an acknowledgement wait for something to go with.
    static let longestAcknowledgementDelay: Nanoseconds = 40_000_000

    private struct Acknowledgement {
        var arrival: Instant
        var segments: Int
    }

    let link: LinkParameters
    private(set) var window: Int
    private(set) var isInteractive: Bool
    /// False where the last segment's acknowledgement is left to the next request.
    private(set) var isAcknowledged = true
    /// When the line has put the last acknowledgement out.
    private(set) var acknowledgementsEnd: Instant = .zero
    private var lastArrival: Instant = .zero
    private var inFlight = 0
    private var mostInFlight = 0
    private var acknowledgements: [Acknowledgement] = []
    private var nextAcknowledgement = 0
    private var unacknowledged = 0
    private var acknowledgedSingly = 0

    init(link: LinkParameters, window: Int, isInteractive: Bool = false) {
        self.link = link
        self.isInteractive = isInteractive
        self.window = max(1, window)
    }

    /// When the line has put the last segment out, where the sender has the first at `start`.
    mutating func send(_ bytes: Int, from start: Instant, up: inout Serialiser, down: inout Serialiser)
        -> Instant
    {
        let sizes = SegmentSizes(mtu: link.mtu, framing: link.framing)
        let count = sizes.segments(bytes)
        var now = start
        var served = start
        for index in 0..<count {
            while inFlight >= window, let arrival = takeAcknowledgement() { now = max(now, arrival) }
            served = down.serve(bytes: sizes.packet(index, of: bytes), arrivingAt: now).end
            inFlight += 1
            mostInFlight = max(mostInFlight, inFlight)
            acknowledge(at: served + link.down.oneWayDelay, isLast: index == count - 1, up: &up)
        }
        while takeAcknowledgement() != nil {}
        return served
    }

    private mutating func acknowledge(at arrival: Instant, isLast: Bool, up: inout Serialiser) {
        if unacknowledged > 0, arrival - lastArrival >= Self.longestAcknowledgementDelay {
            isInteractive = false
        }
        lastArrival = arrival
        unacknowledged += 1
        // A sender whose window holds a single segment would wait for ever for the pair to be full.
        let isSingle = window == 1 || !isInteractive && acknowledgedSingly < Self.quickAcknowledgements
        guard isSingle || unacknowledged == 2 || isLast else { return }
        if isSingle { acknowledgedSingly += 1 }
        isAcknowledged = isSingle || unacknowledged == 2 || !isInteractive
        if isAcknowledged {
            acknowledgementsEnd =
                up.serve(bytes: link.framing.bytes(SegmentSizes.headers), arrivingAt: arrival).end
        }
        acknowledgements.append(
            Acknowledgement(arrival: acknowledgementsEnd + link.up.oneWayDelay, segments: unacknowledged)
        )
        unacknowledged = 0
    }

    private mutating func takeAcknowledgement() -> Instant? {
        guard nextAcknowledgement < acknowledgements.count else { return nil }
        let taken = acknowledgements[nextAcknowledgement]
        nextAcknowledgement += 1
        inFlight -= taken.segments
        // A window that was never filled does not grow beyond twice what was used of it.
        if window < 2 * mostInFlight { window += taken.segments }
        return taken.arrival
    }
}
