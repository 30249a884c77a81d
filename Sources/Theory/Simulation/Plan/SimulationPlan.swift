package import LinkModel
import Runs
package import Scenarios
package import Wire

/// What to simulate: a line, the two hosts' TCP, and the exchanges between them.
package struct SimulationPlan: Hashable, Sendable {
    /// Tick of the simulated kernels: their ticks and milliseconds fall on its multiples.
    package static let tick = KernelTime.tick

    /// Step of a guest's clock in virtual time: it moves by one where a program looks at it, and timers fire at one.
    package static let guestClockStep: Nanoseconds = 256

    /// The simulation's time, short after zero, at which a kernel's timer wheel stands as it does that long after boot.
    package static func wheel(afterBoot time: Nanoseconds) -> Nanoseconds {
        let place = (time - KernelTime.ticksBeforeZero) % KernelTime.turn
        return place < 0 ? place + KernelTime.turn : place
    }

    /// The same of a guest in virtual time.
    package static func wheel(afterGuestBoot time: Nanoseconds) -> Nanoseconds {
        KernelTime.guestBoot - .zero + time
    }

    /// A change of the line at a given time.
    package struct LineChange: Hashable, Sendable {
        package var at: Instant
        package var link: LinkParameters

        package init(at: Instant, link: LinkParameters) {
            self.at = at
            self.link = link
        }
    }

    package var link: LinkParameters
    /// Where the kernels' timer wheels stand at time zero, as `wheel(afterBoot:)` has it. Timers fire at slots of some ticks
    /// and round trips are stamped in milliseconds, so it decides at which packets windows grow, and when
    /// what is lost goes again.
    package var wheel: Nanoseconds = 0
    /// Step of the clock by which the line delivers packets: those that are due between two steps come at the second one.
    /// Steps fall on multiples from time zero.
    package var clockStep: Nanoseconds = 1
    /// When the first stage begins.
    var start = Instant.zero
    /// Zero of the line's schedules, traces and outages. Ticks of both hosts count from time zero, so this sets how the two
    /// lie to each other.
    package var lineStart = Instant.zero
    /// In order of time.
    package var changes: [LineChange] = []
    /// When the client closes its idle connections.
    package var closings: [Instant] = []
    package var seed: UInt64
    /// The sender's.
    package var congestion: CongestionAlgorithm
    /// Of both hosts.
    package var kernel = KernelRelease.recent
    /// The sender's first window, in segments.
    package var initialWindow = 10
    /// Maximum receive buffer in bytes; nil takes the testbed's value for the line.
    package var largestBuffer: Int?
    /// Maximum of open connections to one host.
    package var connections = 6
    /// nil means plaintext.
    package var security: SimulatedSecurity?
    /// The handshake that resumes an earlier session with the host; nil if sessions are not resumable.
    package var resumption: SimulatedSecurity?
    /// A resumed session is not resumed again: libcurl 7.88 drops it with TLS 1.2 and HTTP/2.
    package var resumesOnce = false
    /// HTTP/3: QUIC takes the place of TCP and TLS.
    package var speaksHTTP3 = false
    /// HTTP/3's clients show first that they receive at their address.
    package var retries = false
    /// nil means HTTP/1.1.
    package var multiplexing: SimulatedMultiplexing?
    package var fetches: [SimulatedFetch]
    /// Processing times of both hosts; zero if unknown.
    package var client = HostTimes()
    package var origin = HostTimes()
    /// The client application's delay from a packet's arrival to its read; zero means at once.
    package var reading = HostTimes()
    /// A host's time to send an acknowledgement: its application reads after that. Part of `reading` where that is known for
    /// each packet.
    package var acknowledging: Nanoseconds = 0
    /// Groups of fetches: each stage begins after the one before it is over. Empty means a single stage that
    /// begins at time zero. A fetch's start counts from its stage's start.
    package var stages: [SimulatedStage] = []
    /// Number of the first connection in the client's order of opening: packets' fates depend on it.
    package var firstFlow: UInt32 = 1
    /// False saves the memory of the packet log.
    package var keepsLog = true
    /// Notes the state of the sender with each packet of the log.
    package var keepsStates = false
    /// Simulated time at which the simulation stops.
    package var horizon = Instant(nanoseconds: .max / 4)

    package init(
        link: LinkParameters,
        seed: UInt64 = 1,
        congestion: CongestionAlgorithm = .cubic,
        fetches: [SimulatedFetch]
    ) {
        self.link = link
        self.seed = seed
        self.congestion = congestion
        self.fetches = fetches
    }
}

// MARK: Wheel

extension SimulationPlan {
    /// The same plan with its time zero where the timer wheels have theirs.
    var fromWheelZero: SimulationPlan {
        var plan = self
        plan.wheel = 0
        plan.start = plan.start + wheel
        plan.lineStart = plan.lineStart + wheel
        plan.horizon = plan.horizon + wheel
        plan.closings = plan.closings.map { $0 + wheel }
        for place in plan.changes.indices { plan.changes[place].at = plan.changes[place].at + wheel }
        return plan
    }
}

extension SimulationOutcome {
    /// Moves every time of it.
    package mutating func move(by time: Nanoseconds) {
        stageStarts = stageStarts.map { $0 + time }
        for place in transfers.indices { transfers[place].move(by: time) }
        for place in linkLog.indices { linkLog[place].move(by: time) }
    }
}

extension SimulatedTransfer {
    fileprivate mutating func move(by time: Nanoseconds) {
        start = start + time
        let times: [WritableKeyPath<SimulatedTransfer, Instant?>] = [
            \.begin, \.connectStart, \.connectEnd, \.secured, \.requestFirstByte, \.requestLastByte,
            \.responseBegin, \.responseFirstByte, \.responseLastByte,
        ]
        for path in times { self[keyPath: path] = self[keyPath: path].map { $0 + time } }
    }
}

extension LinkLogEntry {
    fileprivate mutating func move(by time: Nanoseconds) {
        arrival = arrival + time
        departure = departure.map { $0 + time }
        decision.serviceStart = decision.serviceStart + time
        decision.serviceEnd = decision.serviceEnd + time
        decision.due = decision.due + time
    }
}
