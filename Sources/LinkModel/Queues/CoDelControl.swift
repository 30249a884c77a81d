import Wire

/// CoDel's control loop (RFC 8289). It sees every packet that leaves the queue, in order.
struct CoDelControl: Sendable {
    private let settings: ControlledDelay
    /// A queue of at most this many bytes never counts as too long.
    private let mtu: Int
    /// When delays will have exceeded the target for one interval; nil if the last packet's did not.
    private var aboveUntil: Instant?
    private var isDropping = false
    private var dropNext: Instant = .zero
    private var count = 0
    private var lastCount = 0
    /// True right after a drop: the packet that follows decides when the next drop is due.
    private var justDropped = false

    init(_ settings: ControlledDelay, mtu: Int) {
        self.settings = settings
        self.mtu = mtu
    }

    /// `backlog` is the number of bytes left in the queue.
    mutating func judge(_ packet: QueuedPacket, backlog: Int, at now: Instant) -> CongestionVerdict {
        let isTooLong = isTooLong(now - packet.arrival, backlog: backlog, at: now)
        let act: CongestionVerdict = settings.marksECN && packet.packet.acceptsMarks ? .mark : .drop
        if isDropping {
            if justDropped, isTooLong { dropNext = next(after: dropNext) }
            justDropped = false
            isDropping = isTooLong
            guard isDropping else { return .pass }
            guard now >= dropNext else { return .pass }
            count += 1
            if act == .mark { dropNext = next(after: dropNext) } else { justDropped = true }
            return act
        }
        guard isTooLong else { return .pass }
        isDropping = true
        // A controller that dropped recently continues at its previous drop rate.
        let more = count - lastCount
        count = more > 1 && now - dropNext < 16 * settings.interval ? more : 1
        lastCount = count
        dropNext = next(after: now)
        return act
    }

    /// True if delays exceeded the target throughout one interval.
    private mutating func isTooLong(_ sojourn: Nanoseconds, backlog: Int, at now: Instant) -> Bool {
        guard sojourn >= settings.target, backlog > mtu else {
            aboveUntil = nil
            return false
        }
        guard let until = aboveUntil else {
            aboveUntil = now + settings.interval
            return false
        }
        return now >= until
    }

    private func next(after moment: Instant) -> Instant {
        moment + Nanoseconds((Double(settings.interval) / Double(count).squareRoot()).rounded())
    }
}
