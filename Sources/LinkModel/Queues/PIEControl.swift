import Wire

/// PIE's control loop (RFC 8033): the drop chance of arrivals, updated at fixed intervals from the delay's
/// distance to its target and from its trend.
struct PIEControl: Sendable {
    /// Bursts up to this long pass without drops.
    private static let burstAllowance: Nanoseconds = 150_000_000
    /// Up to this chance, packets are marked instead of dropped.
    private static let mostMarked = 0.1
    /// Change of the chance per second of delay above the target, and per second of increase in delay.
    private static let (alpha, beta) = (0.125, 1.25)

    private let settings: ProportionalIntegral
    private(set) var chance = 0.0
    /// Sum of the chances since the last drop; it keeps drops from being too close together or too far apart.
    private var accumulated = 0.0
    private var oldDelay: Nanoseconds = 0
    private var burst = Self.burstAllowance
    /// nil until the first packet arrives.
    private(set) var nextUpdate: Instant?

    init(_ settings: ProportionalIntegral) {
        self.settings = settings
    }

    /// `fraction` is the packet's own random draw; `isShort` says that the queue holds at most two full
    /// packets.
    mutating func judge(fraction: Double, isShort: Bool, acceptsMarks: Bool) -> CongestionVerdict {
        guard burst == 0 else { return .pass }
        if chance == 0 { accumulated = 0 }
        accumulated += chance
        if oldDelay < settings.target / 2, chance < 0.2 { return .pass }
        guard !isShort, accumulated >= 0.85 else { return .pass }
        guard accumulated >= 8.5 || fraction < chance else { return .pass }
        accumulated = 0
        return settings.marksECN && acceptsMarks && chance <= Self.mostMarked ? .mark : .drop
    }

    /// Runs the updates due until `now`; `delay` gives the queue's delay at a moment.
    mutating func update(until now: Instant, delay: (Instant) -> Nanoseconds) {
        guard var moment = nextUpdate else {
            nextUpdate = now + settings.updateInterval
            return
        }
        while moment <= now {
            step(delay(moment))
            moment = moment + settings.updateInterval
            if chance == 0, oldDelay == 0, delay(moment) == 0, delay(now) == 0, moment <= now {
                // Nothing changes while the queue is empty.
                burst = Self.burstAllowance
                let idle = (now - moment) / settings.updateInterval + 1
                moment = moment + idle * settings.updateInterval
            }
        }
        nextUpdate = moment
    }

    private mutating func step(_ delay: Nanoseconds) {
        let tooMuch = Double(delay - settings.target) / 1e9
        let more = Double(delay - oldDelay) / 1e9
        var change = (Self.alpha * tooMuch + Self.beta * more) * scale
        if chance >= 0.1 { change = min(change, 0.02) }
        chance += change
        if delay == 0, oldDelay == 0 { chance *= 0.98 }
        chance = min(1, max(0, chance))
        burst = max(0, burst - settings.updateInterval)
        if chance == 0, delay < settings.target / 2, oldDelay < settings.target / 2 {
            burst = Self.burstAllowance
        }
        oldDelay = delay
    }

    /// A small chance changes in small steps.
    private var scale: Double {
        switch chance {
        case ..<0.000_001: 1.0 / 2048
        case ..<0.000_01: 1.0 / 512
        case ..<0.000_1: 1.0 / 128
        case ..<0.001: 1.0 / 32
        case ..<0.01: 1.0 / 8
        case ..<0.1: 1.0 / 2
        default: 1
        }
    }
}
