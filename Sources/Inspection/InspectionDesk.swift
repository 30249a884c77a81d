import Wire

/// What all connections of a capture share while it is read.
struct InspectionDesk {
    var findings = CaptureFindings()
    var limits: InspectionLimits
    var options: ConversationOptions
    var bodies: (any BodyCollector)?
    /// Whoever follows one connection; nil where nobody does.
    var follower: (any StreamFollower)?
    let workshop = TLSWorkshop()
    let names = NameDesk()
    /// Bytes that wait for earlier ones, over all connections.
    var waitingBytes = 0
    private var hasNotedWaiting = false

    init(
        limits: InspectionLimits,
        options: ConversationOptions,
        bodies: (any BodyCollector)?,
        follower: (any StreamFollower)?
    ) {
        self.limits = limits
        self.options = options
        self.bodies = bodies
        self.follower = follower
    }

    /// What hands on the connection of that number; nil where nobody follows it.
    func tap(of stream: Int) -> StreamTap? {
        guard let follower, follower.stream == stream else { return nil }
        return StreamTap(follower)
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
