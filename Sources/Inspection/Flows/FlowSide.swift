/// One end of a connection and what it sends.
struct FlowSide {
    let endpoint: Endpoint
    var counters = CaptureFlow.Side()
    var stream = StreamReassembler()
    var sender = SenderTrack()
    var pauses = PauseTrack()
    /// Sequence number of the stream's first byte, as its sender's first segment has it.
    var base: UInt32?
    var hasFinished = false
    /// As its latest segment has it, not scaled.
    var window: UInt16 = 0
    /// Stream offset of the first byte that its reader needs to see.
    var wanted = 0
    /// With this packet everything up to `stream.position` had arrived.
    var inOrder: Arrival
    /// The stream's first bytes, too few to tell what it is.
    var held: [HeldPiece] = []

    struct HeldPiece {
        var bytes: [UInt8]
        var piece: StreamPiece
    }

    init(endpoint: Endpoint, arrival: Arrival) {
        self.endpoint = endpoint
        inOrder = arrival
    }

    /// Counts payload when it comes, not when it is in order: behind a hole much would seem to come at once.
    @inline(__always)
    mutating func came(
        _ placement: StreamReassembler.Placement,
        _ stamp: Int64,
        hadHole: Bool,
        _ roundTrip: Int64?
    ) {
        if placement.fresh > 0 { counters.goodput.add(placement.fresh, at: stamp) }
        let isRepair = hadHole || placement.seenAgain > 0
        pauses.take(stamp, bytes: placement.fresh, isRepair: isRepair, roundTrip: roundTrip)
    }

    /// What it comes to.
    var summary: CaptureFlow.Side {
        var side = counters
        side.sender = sender.figures
        (side.window, side.recovery) = (pauses.window, pauses.recovery)
        return side
    }
}
