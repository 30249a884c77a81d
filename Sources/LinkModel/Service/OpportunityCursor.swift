import Wire

/// Carries packets at the times of a recorded line, like mahimahi: an opportunity carries up to 1500 bytes of
/// waiting packets, several small ones or a part of a large one, and its unused rest is lost.
struct OpportunityCursor: LinePace {
    /// Outages to skip before a trace whose opportunities all lie within outages counts as dead.
    private static let mostOutages = 1_000_000

    private let milliseconds: [UInt32]
    private let length: Nanoseconds
    private let repeats: Bool
    private let epoch: Instant
    private var outages: OutageCursor?
    /// The next opportunity.
    private var round: Int64 = 0
    private var index = 0
    /// The opportunity in use.
    private var openAt: Instant = .zero
    private var left = 0

    /// `outages` are those that hold packets.
    init(_ trace: OpportunityTrace, epoch: Instant, outages: OutageCursor?) {
        milliseconds = trace.milliseconds
        length = trace.length
        repeats = trace.repeats && length > 0
        self.epoch = epoch
        self.outages = outages
    }

    mutating func begin(from moment: Instant) -> Instant? {
        if left > 0, moment <= openAt { return openAt }
        return open(from: moment)
    }

    /// Begins with the opportunity that `begin` found.
    mutating func serve(bytes: Int, at moment: Instant) -> Instant? {
        var waiting = bytes
        while true {
            let taken = min(left, waiting)
            left -= taken
            waiting -= taken
            if waiting == 0 { return openAt }
            guard open(from: openAt) != nil else { return nil }
        }
    }

    /// Opens the first unused opportunity at or after `moment`.
    private mutating func open(from moment: Instant) -> Instant? {
        left = 0
        var moment = moment
        for _ in 0..<Self.mostOutages {
            guard let time = seek(moment) else { return nil }
            guard let outage = outages?.outage(from: time), outage.start <= time else {
                advance()
                (openAt, left) = (time, OpportunityTrace.opportunityBytes)
                return time
            }
            moment = outage.end
        }
        return nil
    }

    private mutating func advance() {
        index += 1
        if index == milliseconds.count, repeats { (round, index) = (round + 1, 0) }
    }

    /// Moves to the first opportunity at or after `moment` and returns its time.
    private mutating func seek(_ moment: Instant) -> Instant? {
        if let time, time >= moment { return time }
        let elapsed = max(0, moment - epoch)
        // The end of a round is the beginning of the next; opportunities at the end come first.
        let target = repeats ? max(0, (elapsed + length - 1) / length - 1) : 0
        if target > round { (round, index) = (target, 0) }
        let offset = elapsed - round * length
        var high = milliseconds.count
        while index < high {
            let middle = (index + high) / 2
            if Nanoseconds(milliseconds[middle]) * 1_000_000 < offset {
                index = middle + 1
            } else {
                high = middle
            }
        }
        return time
    }

    private var time: Instant? {
        guard index < milliseconds.count else { return nil }
        return epoch + (round * length + Nanoseconds(milliseconds[index]) * 1_000_000)
    }
}
