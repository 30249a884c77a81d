import Wire

/// A host as the packets meet it: how long after one has come its TCP knows of it, and its application looks at it.
struct SimulatedHost {
    /// What becomes of a packet at a host.
    struct Hearing {
        var came: Instant
        /// TCP knows of it.
        var heard: Instant
        /// The application looks at it, where it has nothing else to do.
        var seen: Instant
    }

    private let times: HostTimes
    private let application: HostTimes
    /// When the last packet came or went.
    private var met: Instant?
    /// How often a packet has found it rested.
    private var awakenings = 0
    /// When TCP knows of the last one that came: they stay in order.
    private var heard = Instant.zero

    init(_ times: HostTimes, application: HostTimes = HostTimes()) {
        self.times = times
        self.application = application
    }

    var isQuick: Bool { times == HostTimes() && application == HostTimes() }

    /// A packet has just come.
    mutating func hears(at now: Instant) -> Hearing {
        let rested = met.map { now - $0 >= HostTimes.rest } ?? true
        met = now
        heard = max(heard, now + (rested ? times.awakening(awakenings) : times.busy))
        let seen = now + (rested ? application.awakening(awakenings) : application.busy)
        if rested { awakenings += 1 }
        return Hearing(came: now, heard: heard, seen: max(heard, seen))
    }

    mutating func sends(at now: Instant) {
        met = now
    }
}
