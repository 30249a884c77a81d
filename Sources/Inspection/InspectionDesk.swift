import Wire

/// What all connections of a capture share while it is read.
struct InspectionDesk {
    var findings = CaptureFindings()
    var limits: InspectionLimits
    var options: ConversationOptions
    var bodies: (any BodyCollector)?
    /// Whoever follows one connection; nil where nobody does.
    var follower: (any StreamFollower)?
    let workshop: TLSWorkshop
    let names = NameDesk()
    /// Bytes that wait for earlier ones, over all connections.
    var waitingBytes = 0
    var results: InspectionResults
    /// Exchanges that are over and whose connections have handed them over, where they are told as they end.
    var ended: [CaptureExchange] = []
    /// Of exchanges that are over, so many of each connection's newest stay with it.
    private(set) var keptEnded = mostKept
    private var hasNotedWaiting = false

    private static let mostKept = 64
    private static let leastKept = 2
    /// Over all connections.
    private static let mostKeptOfAll = 256

    init(
        limits: InspectionLimits,
        options: ConversationOptions,
        bodies: (any BodyCollector)?,
        follower: (any StreamFollower)?,
        spool: (() -> any InspectionSpool)?
    ) {
        self.limits = limits
        results = InspectionResults(most: limits.results, spool: spool)
        workshop = TLSWorkshop(most: limits.results, spool: spool)
        self.options = options
        self.bodies = bodies
        self.follower = follower
    }

    /// What hands on the connection of that number; nil where nobody follows it.
    func tap(of stream: Int) -> StreamTap? {
        guard let follower, follower.stream == stream else { return nil }
        return StreamTap(follower)
    }

    /// A connection with more has handed some over, many at a time.
    var mostEnded: Int { keptEnded + keptEnded / 2 + 1 }

    /// So many connections are open.
    mutating func share(among connections: Int) {
        keptEnded = max(Self.leastKept, min(Self.mostKept, Self.mostKeptOfAll / max(1, connections)))
    }

    /// Says once that the bound on waiting bytes has cost something.
    mutating func noteWaitingLimit(packet: Int, stream: Int) {
        guard !hasNotedWaiting else { return }
        hasNotedWaiting = true
        findings.add(
            CaptureFinding(
                packet: packet,
                stream: stream,
                "more than \(limits.waitingBytes) bytes wait for packets that have not come: "
                    + "holes are given up early from here on (--memory allows more)"
            )
        )
    }
}
