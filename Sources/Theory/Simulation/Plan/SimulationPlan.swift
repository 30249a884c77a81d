package import LinkModel
package import Wire

/// What to simulate: a line, the two hosts' TCP, and the exchanges between them.
package struct SimulationPlan: Hashable, Sendable {
    /// How a sender finds its window.
    package enum Congestion: String, Hashable, Sendable, CaseIterable {
        case reno, cubic, bbr
    }

    /// The simulated kernels' ticks are at the multiples of it, and so are their milliseconds.
    package static let tick = KernelTime.tick

    /// Another line from a moment on.
    package struct LineChange: Hashable, Sendable {
        package var at: Instant
        package var link: LinkParameters

        package init(at: Instant, link: LinkParameters) {
            self.at = at
            self.link = link
        }
    }

    package var link: LinkParameters
    /// In the order of their times.
    package var changes: [LineChange] = []
    /// When the client closes its idle connections.
    package var closings: [Instant] = []
    package var seed: UInt64
    package var congestion: Congestion
    /// The sender's first window, in segments.
    package var initialWindow = 10
    /// The largest receive buffer, in bytes; nil takes the one that the testbed sets for the line.
    package var largestBuffer: Int?
    /// The most connections open at once to one host.
    package var connections = 6
    /// nil speaks in the clear.
    package var security: SimulatedSecurity?
    /// Of a connection to a host with which a session was agreed on before; nil where none can be taken up again.
    package var resumption: SimulatedSecurity?
    /// nil is HTTP/1.1.
    package var multiplexing: SimulatedMultiplexing?
    package var fetches: [SimulatedFetch]
    /// What both hosts take; nothing where that is not known.
    package var client = HostTimes()
    package var origin = HostTimes()
    /// What the client's application takes to look at what has come, from the packet's coming on; nothing where it looks at once.
    package var reading = HostTimes()
    /// In which the fetches are made, a stage when the one before it is over; empty where all are one stage that begins at
    /// the start. A fetch's start counts from its stage's.
    package var stages: [SimulatedStage] = []
    /// The number that the first connection has among those the client opened: fates hang on it.
    package var firstFlow: UInt32 = 1
    /// False spares the memory of the packets' log.
    package var keepsLog = true
    /// Given up by then.
    package var horizon = Instant(nanoseconds: .max / 4)

    package init(
        link: LinkParameters,
        seed: UInt64 = 1,
        congestion: Congestion = .cubic,
        fetches: [SimulatedFetch]
    ) {
        self.link = link
        self.seed = seed
        self.congestion = congestion
        self.fetches = fetches
    }
}
