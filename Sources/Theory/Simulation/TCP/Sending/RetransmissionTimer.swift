import Wire

/// A sender's only timer and its purpose: the retransmission timeout (RFC 6298) with its backoff, or one that
/// takes its place.
struct RetransmissionTimer {
    enum Purpose {
        case retransmission, tailProbe, reordering, persistence
    }

    private static let longest = 120 * KernelTime.ticksPerSecond

    private let timer: TimerWheel.Timer
    private(set) var purpose = Purpose.retransmission
    private(set) var deadline: Instant?
    /// Doublings of the timeout since the last measured round trip.
    private var backoff = 0
    /// Timeouts since the last progress.
    private(set) var timeouts = 0

    init(_ timer: TimerWheel.Timer) {
        self.timer = timer
    }

    mutating func arm(_ purpose: Purpose, ticks: Int, at now: Instant) {
        self.purpose = purpose
        deadline = timer.set(ticks, at: now)
    }

    mutating func stop() { deadline = nil }

    mutating func begin() {
        purpose = .retransmission
        deadline = nil
    }

    mutating func backOff() {
        backoff += 1
        timeouts += 1
    }

    mutating func forgetBackoff() { backoff = 0 }
    mutating func forgetTimeouts() { timeouts = 0 }

    /// Ends a zero-window wait after an acknowledgement. The backoff stays if the window did not open.
    mutating func endPersistence(hasMoved: Bool) {
        guard purpose == .persistence, deadline != nil else { return }
        deadline = nil
        if hasMoved { backoff = 0 }
    }

    /// Sets it to the whole timeout (in ticks) with backoff.
    mutating func armWhole(_ purpose: Purpose = .retransmission, timeout: Int, at now: Instant) {
        arm(purpose, ticks: wait(timeout), at: now)
    }

    /// Sets it for the oldest outstanding segment, by its sending time; stops it if there is none.
    mutating func armRetransmission(oldest: Int?, timeout: Int, at now: Instant) {
        guard let oldest else { return begin() }
        let isStandIn = deadline != nil && (purpose == .tailProbe || purpose == .reordering)
        if isStandIn {
            armRest(oldest: oldest, timeout: timeout, at: now)
        } else {
            armWhole(timeout: timeout, at: now)
        }
    }

    /// Sets it to the rest of the timeout, after another purpose took its place.
    mutating func armRest(oldest: Int?, timeout: Int, at now: Instant) {
        guard let oldest else { return }
        let left = max(1, left(oldest: oldest, timeout: timeout, at: now))
        arm(.retransmission, ticks: KernelTime.ticks(microseconds: left), at: now)
    }

    /// Sets it for a tail probe, before the retransmission timeout: that of `oldest`, or a new one if it is
    /// nil.
    mutating func armProbe(_ oldest: Int?, _ roundTrip: RoundTripEstimate, isAlone: Bool, at now: Instant) {
        let timeout = roundTrip.timeout
        let left =
            oldest.map { self.left(oldest: $0, timeout: timeout, at: now) }
            ?? KernelTime.microseconds(ticks: timeout)
        let wait = roundTrip.probeWait(isAlone: isAlone)
        arm(.tailProbe, ticks: KernelTime.ticks(microseconds: left > 0 ? min(wait, left) : wait), at: now)
    }

    /// Microseconds of the timeout that are left for the oldest segment.
    private func left(oldest: Int, timeout: Int, at now: Instant) -> Int {
        KernelTime.microseconds(ticks: wait(timeout)) - (KernelTime.microseconds(now) - oldest)
    }

    /// The timeout with its back-off, in ticks.
    func wait(_ timeout: Int) -> Int { min(timeout << min(backoff, 10), Self.longest) }
}
