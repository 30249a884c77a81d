import Wire

/// A host as the packets meet it: how long after one has come its TCP knows of it.
struct SimulatedHost {
    private let times: HostTimes
    /// When the last packet came or went.
    private var met: Instant?
    /// When TCP knows of the last one that came: they stay in order.
    private var heard = Instant.zero

    init(_ times: HostTimes) {
        self.times = times
    }

    var isQuick: Bool { times == HostTimes() }

    /// When TCP knows of a packet that has just come.
    mutating func hears(at now: Instant) -> Instant {
        let rested = met.map { now - $0 >= HostTimes.rest } ?? true
        met = now
        heard = max(heard, now + (rested ? times.rested : times.busy))
        return heard
    }

    mutating func sends(at now: Instant) {
        met = now
    }
}
