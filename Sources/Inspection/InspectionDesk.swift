import Wire

/// What all connections of a capture share while it is read.
struct InspectionDesk {
    var findings = CaptureFindings()
    var limits: InspectionLimits
    var options: ConversationOptions
    var bodies: (any BodyCollector)?
    let workshop = TLSWorkshop()
    /// Bytes that wait for earlier ones, over all connections.
    var waitingBytes = 0
    private var hasNotedWaiting = false

    init(limits: InspectionLimits, options: ConversationOptions, bodies: (any BodyCollector)?) {
        self.limits = limits
        self.options = options
        self.bodies = bodies
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
