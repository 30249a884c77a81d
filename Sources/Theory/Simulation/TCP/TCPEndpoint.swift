import Wire

/// One end of a connection, as Linux's TCP has it: what it sends is left in `outbox`, what it waits for is `deadline`.
///
/// It reads no clock: whoever drives it says what time it is. Its application reads all that has come at once.
final class TCPEndpoint {
    enum Stage {
        case closed, asking, answering, open
    }

    /// What the retransmission timer is set for.
    enum Timer {
        case handshake, retransmission, tailProbe, reordering, persistence
    }

    let settings: TCPSettings
    let isClient: Bool
    var stage = Stage.closed
    var outbox: [SimulatedSegment] = []
    /// Of the call under way.
    var now = Instant.zero { didSet { stampedAt = now } }
    /// By which the kernel stamps what it sends and reads others' stamps: of what it answers, when that came to the host.
    private(set) var stampedAt = Instant.zero

    // Sending.
    var queue: SendQueue
    var written: Int { queue.written }
    /// All that its application has to say.
    var offered: Int { queue.offered }
    /// The largest that the other end has promised.
    var largestPromise = 0
    /// Up to where the kernel has pushed what it was handed.
    var pushedUpTo = 0
    var next = 0
    var unacknowledged = 0
    /// Up to where the other end lets it send.
    var windowEnd = 0
    var board = Scoreboard()
    var window: CongestionWindow
    let control: any CongestionControl
    var roundTrip = RoundTripEstimate()
    var recovery = LossRecovery()
    /// Bytes a second: what the kernel sizes bursts by, and paces them where its congestion control asks for it.
    var pacingRate = 0
    /// Nothing goes before; of what is not paced when the last went.
    var release = Instant.zero
    /// The pacing timer.
    var releaseTimer: Instant?
    var lastSent = Instant.zero
    var retransmissions = 0

    // Receiving.
    var stream = Reassembly()
    var promise: ReceiveWindow
    var habit: AcknowledgementHabit
    /// Up to where the application has taken it.
    var readUpTo = 0
    /// False while the application does not look: what comes stays with the kernel.
    var isReading = true
    /// When what it heard last had come to the host.
    private(set) var cameAt = Instant.zero
    /// Of the application.
    var looks = LookSchedule()
    /// From its hearing that to the application's looking at it; 0 where that is at once.
    private(set) var wakingTakes: Nanoseconds = 0
    /// When the application looks at what has come; nil where it is not on its way.
    var readDue: Instant?
    /// What is told as having come twice, once.
    var duplicate: Range<Int>?
    /// The other end's stamp, to be echoed; in milliseconds.
    var recentStamp = 0
    private var lastAcknowledged = 0
    /// Acknowledgements of segments beyond a gap that were sent one by one.
    var repeats = 0
    var repeatsAt = -1
    /// When the acknowledgements that were held back beyond a gap are told together.
    var heldRepeat: Instant?
    var repeatsHeld = 0

    /// What came last must be acknowledged without waiting.
    var isAcknowledgementDue = false

    // Ending.
    /// The application has closed it.
    var isClosed = false
    /// Where the other end's stream ends, once it has said so.
    var peerEnd: Int?

    // Timers.
    var timer = Timer.retransmission
    var timerAt: Instant?
    var backoff = 0
    var handshakeSentAt = Instant.zero
    var handshakeRepeats = 0

    init(_ settings: TCPSettings, isClient: Bool, flow: UInt32) {
        self.settings = settings
        self.isClient = isClient
        window = settings.window
        queue = SendQueue(segment: settings.segment, largest: settings.largestBuffer)
        control = settings.control(flow: flow)
        promise = ReceiveWindow(
            segment: settings.segment,
            offered: isClient ? settings.offered : settings.segment,
            largestBuffer: settings.largestBuffer
        )
        habit = AcknowledgementHabit(segment: settings.segment)
    }

    var microseconds: Int { KernelTime.microseconds(now) }

    /// When it wants to be called although nothing has come.
    var deadline: Instant? {
        [timerAt, habit.deadline, heldRepeat, releaseTimer, readDue].compactMap { $0 }.min()
    }

    /// Up to where the other end's stream has come without a gap.
    var received: Int { stream.next }

    // MARK: What may happen to it

    func open(at moment: Instant) {
        now = moment
        stage = .asking
        sendHandshake(.syn)
    }

    func receive(_ segment: SimulatedSegment, _ hearing: SimulatedHost.Hearing) {
        now = hearing.heard
        (cameAt, stampedAt) = (hearing.came, hearing.came)
        wakingTakes = hearing.seen - hearing.heard
        switch segment.kind {
        case .syn: receiveOpening(segment)
        case .synAck: receiveAnswer(segment)
        case .plain, .finish:
            if stage == .answering { establish(from: segment) }
            if isClosed, stage == .closed || segment.payload > 0 { return refuse(segment) }
            guard stage == .open else { return }
            receivePlain(segment)
            if segment.kind == .finish { receiveFinish(segment) }
        case .reset: end()
        }
    }

    /// Something is to be sent, or may be at last, after nothing was out for a while.
    func restartAfterIdle() {
        guard board.isEmpty, lastSent > .zero else { return }
        control.resume(self)
    }

    /// One of its deadlines is there.
    func wake(at moment: Instant) {
        now = moment
        if let due = habit.deadline, due <= now {
            habit.lapse()
            if habit.isScheduled { sendAcknowledgement() }
        }
        if let due = heldRepeat, due <= now {
            heldRepeat = nil
            sendAcknowledgement()
        }
        if let due = timerAt, due <= now {
            timerAt = nil
            expire()
        }
        if let due = releaseTimer, due <= now { goOnSending() }
        if let due = readDue, due <= now { readWhatWaited() }
    }

    // MARK: Segments

    /// A segment as it stands here and now: everything but what it carries.
    func segment() -> SimulatedSegment {
        var segment = SimulatedSegment()
        segment.sequence = next
        segment.acknowledged = stream.next
        segment.window = promise.promise(from: stream.next, waiting: stream.waiting + unread)
        segment.selective = stream.selective(beside: duplicate == nil ? 0 : 1)
        segment.duplicate = duplicate
        duplicate = nil
        segment.stamp = KernelTime.milliseconds(stampedAt)
        segment.echo = recentStamp
        lastAcknowledged = stream.next
        heldRepeat = nil
        repeatsHeld = 0
        habit.sent()
        return segment
    }

    func sendAcknowledgement() {
        outbox.append(segment())
    }

    /// Segments that the application has not taken yet.
    var unread: Int { (stream.next - readUpTo + settings.segment - 1) / settings.segment }

    /// Bytes that came and are not acknowledged yet.
    var owed: Int { stream.next - lastAcknowledged }

    // MARK: The handshake

    private func sendHandshake(_ kind: SimulatedSegment.Kind) {
        var segment = SimulatedSegment(kind: kind)
        segment.window = promise.promised
        segment.stamp = KernelTime.milliseconds(stampedAt)
        segment.echo = recentStamp
        outbox.append(segment)
        handshakeSentAt = now
        timer = .handshake
        // Four times a second apart, then ever longer; an answer is repeated ever longer from the first.
        let doublings = isClient ? max(0, handshakeRepeats - 4) : handshakeRepeats
        timerAt = KernelTime.expiry(KernelTime.ticksPerSecond << min(7, doublings), from: now)
    }

    func repeatHandshake() {
        handshakeRepeats += 1
        sendHandshake(isClient ? .syn : .synAck)
    }

    private func receiveOpening(_ segment: SimulatedSegment) {
        guard stage == .closed || stage == .answering else { return }
        recentStamp = segment.stamp
        windowEnd = segment.window
        largestPromise = max(largestPromise, segment.window)
        stage = .answering
        sendHandshake(.synAck)
    }

    private func receiveAnswer(_ segment: SimulatedSegment) {
        guard stage == .asking else {
            // The acknowledgement that ended the handshake was lost.
            if stage == .open { sendAcknowledgement() }
            return
        }
        recentStamp = segment.stamp
        windowEnd = segment.window
        largestPromise = max(largestPromise, segment.window)
        settle(repeated: handshakeRepeats > 0)
        sendAcknowledgement()
        if next < written { push() }
    }

    private func establish(from segment: SimulatedSegment) {
        windowEnd = segment.acknowledged + segment.window
        largestPromise = max(largestPromise, segment.window)
        settle(repeated: handshakeRepeats > 0)
    }

    private func settle(repeated: Bool) {
        stage = .open
        timerAt = nil
        if !repeated {
            let sample = max(1, KernelTime.microseconds(now) - KernelTime.microseconds(handshakeSentAt))
            roundTrip.note(least: sample)
            roundTrip.add(sample, acknowledged: 0, next: 0)
        }
        habit.begin(at: now)
        promise.begin(at: KernelTime.microseconds(stampedAt))
        control.begin(self)
    }
}
