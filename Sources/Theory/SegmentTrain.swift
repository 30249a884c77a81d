import LinkModel
import Wire

/// One response on an otherwise idle line, segment by segment. The sender's window grows with every segment
/// acknowledged (slow start), and the line idles while the window is smaller than the bandwidth-delay
/// product.
///
/// Acknowledgements follow Linux: every segment at first, then every second one, and the last at once. On an
/// interactive connection only every second segment is acknowledged, and an odd last one waits for the next
/// request.
struct SegmentTrain {
    /// Segments acknowledged one by one before delayed acknowledgement begins.
    private static let quickAcknowledgements = 16
    /// Linux's maximum delay of an acknowledgement.
    static let longestAcknowledgementDelay: Nanoseconds = 40_000_000

    private struct Acknowledgement {
        var arrival: Instant
        var segments: Int
    }

    let link: LinkParameters
    private(set) var window: Int
    private(set) var isInteractive: Bool
    /// False if the last segment's acknowledgement waits for the next request.
    private(set) var isAcknowledged = true
    /// When the line finishes sending the last acknowledgement.
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

    /// When the line finishes sending the last segment. The sender has the first segment at `start`.
    mutating func send(_ bytes: Int, from start: Instant, up: inout Serialiser, down: inout Serialiser)
        -> Instant
    {
        let sizes = SegmentSizes(link)
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
        // With a window of one segment the second segment of a pair would never come.
        let isSingle = window == 1 || !isInteractive && acknowledgedSingly < Self.quickAcknowledgements
        guard isSingle || unacknowledged == 2 || isLast else { return }
        if isSingle { acknowledgedSingly += 1 }
        isAcknowledged = isSingle || unacknowledged == 2 || !isInteractive
        if isAcknowledged {
            acknowledgementsEnd =
                up.serve(bytes: link.framing.bytes(SegmentSizes(link).headers), arrivingAt: arrival).end
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
        // An underused window grows to at most twice the segments that were in flight.
        if window < 2 * mostInFlight { window += taken.segments }
        return taken.arrival
    }
}
