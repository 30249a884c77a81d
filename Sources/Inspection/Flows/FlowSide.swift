/// One end of a connection and what it sends.
struct FlowSide {
    private(set) var counters = CaptureFlow.Side()
    var stream = StreamReassembler()
    var sender = SenderTrack()
    private var pauses = PauseTrack()
    /// Sequence number of the stream's first byte, from its sender's first segment.
    private(set) var base: UInt32?
    var hasFinished = false
    /// Unscaled window of its latest segment.
    private var window: UInt16 = 0
    /// Stream offset of the first byte that its reader needs to see.
    var wanted = 0
    /// The packet with which everything up to `stream.position` had arrived.
    private(set) var inOrder: Arrival

    init(arrival: Arrival) {
        inOrder = arrival
    }

    var hasBegun: Bool { base != nil && stream.hasBegun }

    /// Finds the beginning of the stream: after the SYN, or at the first byte in the capture.
    mutating func begin(_ packet: DissectedPacket) {
        let isSyn = packet.flags.syn
        let start = isSyn ? packet.sequence &+ 1 : packet.sequence
        // A keep-alive repeats the number before the next, with no byte or one that means nothing. A stream's first byte
        // is not sent like that.
        let isProbe = packet.payloadLength == 1 && !packet.flags.psh
        let tells = isSyn || packet.payloadLength > 0 && !isProbe || packet.flags.fin
        if base == nil { base = start }
        if tells { stream.begin(at: start) }
    }

    /// Counts a packet of its own. Returns true if its window is unchanged.
    @inline(__always)
    mutating func send(_ segment: SegmentTiming, packetBytes: Int) -> Bool {
        counters.packets += 1
        counters.wireBytes += packetBytes
        let isSameWindow = segment.window == window
        window = segment.window
        sender.send(segment)
        return isSameWindow
    }

    /// Places the payload in the stream. Bytes count when they come, not when they are in order: otherwise a
    /// filled hole would look like a burst.
    @inline(__always)
    mutating func place(
        _ bytes: RawSpan,
        _ packet: DissectedPacket,
        _ arrival: Arrival,
        keepsAll: Bool,
        roundTrip: Int64?
    ) -> StreamReassembler.Placement {
        // Only a keep-alive comes before the stream's beginning is known.
        guard stream.hasBegun else { return StreamReassembler.Placement() }
        let hadHole = stream.hasWaiting
        let placement = stream.place(
            bytes,
            length: packet.payloadLength,
            sequence: packet.flags.syn ? packet.sequence &+ 1 : packet.sequence,
            arrival: arrival,
            wanted: wanted,
            keepsAll: keepsAll
        )
        if placement.fresh > 0 { counters.goodput.add(placement.fresh, at: arrival.stamp) }
        let isRepair = hadHole || placement.repeatedBytes > 0
        pauses.take(arrival.stamp, bytes: placement.fresh, isRepair: isRepair, roundTrip: roundTrip)
        return placement
    }

    /// Counts a segment that was out of order or repeated.
    mutating func settle(
        _ placement: StreamReassembler.Placement,
        _ segment: SegmentTiming,
        roundTrip: Int64?
    ) {
        counters.retransmittedBytes += placement.repeatedBytes
        if placement.repeatedBytes > 0 || placement.fillsHole {
            sender.sendOld(segment, again: placement.repeatedBytes, roundTrip: roundTrip)
        }
        if placement.fillsHole { sender.fillHole() }
    }

    /// Advances past the next bytes of the stream, which are in order. Returns the packet with which
    /// everything before them had arrived.
    @inline(__always)
    mutating func advance(_ length: Int, _ arrival: Arrival) -> Arrival {
        counters.streamBytes += length
        let before = inOrder
        inOrder = .latest(before, arrival)
        return before
    }

    /// Gives up the first hole. Returns its length.
    mutating func giveUpHole() -> Int {
        let missing = stream.giveUpHole()
        counters.missingBytes += missing
        return missing
    }

    var summary: CaptureFlow.Side {
        var side = counters
        side.sender = sender.figures
        (side.window, side.recovery) = (pauses.window, pauses.recovery)
        return side
    }
}
