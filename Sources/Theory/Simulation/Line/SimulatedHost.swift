import Wire

/// A host's delays: from a packet's arrival until TCP and the application handle it.
struct SimulatedHost {
    /// Times of one packet's handling at a host.
    struct Hearing {
        var came: Instant
        /// When TCP handles it.
        var heard: Instant
        /// When the application reads it, if not busy.
        var seen: Instant
        /// More packets reach the host at this instant. TCP handles all of them before an application runs.
        var isFollowed = false
    }

    private let times: HostTimes
    private let application: HostTimes
    /// When the last packet arrived or left.
    private var met: Instant?
    /// Number of packets that found the host at rest.
    private var awakenings = 0
    /// When TCP handles the last packet that arrived. Packets stay in order.
    private var heard = Instant.zero

    init(_ times: HostTimes, application: HostTimes = HostTimes()) {
        self.times = times
        self.application = application
    }

    var isQuick: Bool { times == HostTimes() && application == HostTimes() }

    /// Notes the arrival of a packet.
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
