import LinkModel
import Wire

/// A host's delays: from a packet's arrival until TCP and the application handle it.
struct SimulatedHost {
    /// Times of one packet's handling at a host.
    struct HandlingTimes {
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
    /// When TCP handles the last packet that arrived. Packets stay in order.
    private var heard = Instant.zero

    init(_ times: HostTimes, application: HostTimes = HostTimes()) {
        self.times = times
        self.application = application
    }

    var isQuick: Bool { times == HostTimes() && application == HostTimes() }

    /// Notes the arrival of a packet.
    mutating func receive(_ packet: PacketIdentity, at now: Instant) -> HandlingTimes {
        let isRested = met.map { now - $0 >= HostTimes.rest } ?? true
        met = now
        heard = max(heard, now + times.time(of: packet, isRested: isRested))
        let seen = now + application.time(of: packet, isRested: isRested)
        return HandlingTimes(came: now, heard: heard, seen: max(heard, seen))
    }

    mutating func noteSending(at now: Instant) {
        met = now
    }
}
