import Wire

/// CoDel's control loop (RFC 8289): it is shown every packet that is taken out of a queue, in turn.
struct CoDelControl: Sendable {
    private let settings: ControlledDelay
    /// A queue of no more bytes than this is never long.
    private let mtu: Int
    /// When the packets will have waited too long for an interval; nil where the last one had not.
    private var aboveUntil: Instant?
    private var isDropping = false
    private var dropNext: Instant = .zero
    private var count = 0
    private var lastCount = 0
    /// True behind a drop: when the next one is due hangs on the packet after it.
    private var justDropped = false

    init(_ settings: ControlledDelay, mtu: Int) {
        self.settings = settings
        self.mtu = mtu
    }

    /// `backlog` is what is left in the queue, in bytes.
    mutating func judge(_ packet: QueuedPacket, backlog: Int, at now: Instant) -> CongestionVerdict {
        let isTooLong = isTooLong(now - packet.arrival, backlog: backlog, at: now)
        let act: CongestionVerdict = settings.marksECN && packet.packet.takesMarks ? .mark : .drop
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
        // A controller that was at it a short while ago goes on where it was.
        let more = count - lastCount
        count = more > 1 && now - dropNext < 16 * settings.interval ? more : 1
        lastCount = count
        dropNext = next(after: now)
        return act
    }

    /// True where packets have waited for longer than the target throughout an interval.
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
