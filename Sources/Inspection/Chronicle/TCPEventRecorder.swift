import Wire

/// Lists what TCP did on one connection, packet by packet. The change in the counts of the connection's own
/// bookkeeping classifies each segment, so that both always agree.
struct TCPEventRecorder {
    /// Most events kept, about 200 bytes each; those beyond are only counted.
    static let most = 10_000
    /// Repetitions within this time, in nanoseconds, join the same event.
    static let run: Int64 = 50_000_000
    /// Segments further away belong to no window.
    private static let furthest = 1 << 30

    private let order: ChronicleOrder
    private var first = ChronicleSide()
    private var second = ChronicleSide()
    private var events: [TCPEvent] = []
    private var leftOut = 0
    private var lastStamp: Int64?
    private var isConnected = false
    private var isFirstClient = true
    /// True if only probes and their answers have come since a probe.
    private var isProbing = false

    init(_ order: ChronicleOrder) {
        self.order = order
    }

    var stream: Int { order.stream }

    /// Takes a packet that `flow` has just taken.
    mutating func receive(
        _ packet: DissectedPacket,
        _ bytes: RawSpan,
        _ arrival: Arrival,
        _ flow: TCPFlow,
        isForward: Bool
    ) {
        let isFirst = isForward == flow.isFirstForward
        isFirstClient = flow.opening.isFirstLikelyClient
        var (own, other) = isFirst ? (first, second) : (second, first)
        let isProbe = Self.isProbe(packet, own, other)
        tellSilence(arrival, isProbe: isProbe)
        if packet.payloadLength > 0, !isProbe { isProbing = false }
        let ownCounts = SenderCounts(flow[isFirst].sender.figures)
        let otherCounts = SenderCounts(flow[!isFirst].sender.figures)
        let step = Step(
            packet: packet,
            arrival: arrival,
            isFirst: isFirst,
            isProbe: isProbe,
            own: ownCounts,
            other: otherCounts,
            shift: Self.shift(flow, isFirst)
        )
        tellFlags(step, bytes, &own)
        tellOpening(step, flow, &own)
        if !packet.flags.rst { tellSegment(step, &own, &other) }
        (own.counts, other.counts) = (ownCounts, otherCounts)
        (first, second) = isFirst ? (own, other) : (other, own)
    }

    /// One packet and what it changed.
    struct Step {
        let packet: DissectedPacket
        let arrival: Arrival
        let isFirst: Bool
        let isProbe: Bool
        /// Counts of the packet's sender, and of the other side.
        let own: SenderCounts
        let other: SenderCounts
        /// Window shift of the sender; nil if unknown.
        let shift: Int?

        var isBare: Bool { packet.payloadLength == 0 && !packet.flags.syn && !packet.flags.fin }
    }

    private static func shift(_ flow: TCPFlow, _ isFirst: Bool) -> Int? {
        guard flow.opening.handshake?.synAck != nil else { return nil }
        let sender = flow[isFirst].sender
        return sender.isScaled ? sender.figures.windowShift ?? 0 : 0
    }

    private mutating func tellSilence(_ arrival: Arrival, isProbe: Bool) {
        defer { lastStamp = arrival.stamp }
        guard let lastStamp, arrival.stamp - lastStamp >= order.silence, !(isProbe && isProbing) else {
            return
        }
        var event = TCPEvent(.silence, isFromClient: nil, stamp: arrival.stamp, packet: arrival.packet)
        event.time = arrival.stamp - lastStamp
        append(event)
    }

    private mutating func tellFlags(_ step: Step, _ bytes: RawSpan, _ own: inout ChronicleSide) {
        let flags = step.packet.flags
        if flags.rst { return add(Self.event(.reset, step), &own) }
        guard flags.syn else { return }
        var event = Self.event(flags.ack ? .synAck : .syn, step)
        event.isAgain = own.hasBegun
        event.offer = TCPOffer(TCPOptions(bytes, in: step.packet.options))
        add(event, &own)
    }

    private mutating func tellOpening(_ step: Step, _ flow: TCPFlow, _ own: inout ChronicleSide) {
        guard !isConnected, flow.opening.handshake?.ack != nil else { return }
        isConnected = true
        add(Self.event(.connected, step), &own)
    }

    private mutating func tellSegment(_ step: Step, _ own: inout ChronicleSide, _ other: inout ChronicleSide)
    {
        let packet = step.packet
        own.begin(packet)
        let start = own.place(of: packet.flags.syn ? packet.sequence &+ 1 : packet.sequence)
        guard abs(start - own.place) < Self.furthest else { return }
        if step.isProbe {
            own.hasProbed = true
            add(
                Self.event(other.window == 0 || other.closedSince != nil ? .windowProbe : .keepAlive, step),
                &own
            )
        } else if packet.payloadLength > 0 {
            tellPayload(step, at: start, &own)
        }
        if packet.flags.fin { tellEnd(step, at: start, &own) }
        let end = packet.sequence &+ UInt32(truncatingIfNeeded: packet.payloadLength)
        own.advance(to: packet.flags.syn || packet.flags.fin ? end &+ 1 : end)
        if packet.payloadLength > 0, !step.isProbe { tellHeld(step, end, &own, other) }
        if packet.flags.ack { tellAcknowledgement(step, &own, &other) }
    }

    /// A probe: a segment that is empty or has one byte, already acknowledged, just before the next; sent
    /// only to get an answer.
    private static func isProbe(_ packet: DissectedPacket, _ own: ChronicleSide, _ other: ChronicleSide)
        -> Bool
    {
        own.hasBegun && packet.flags.isRoutine && packet.payloadLength <= 1
            && packet.sequence == own.next &- 1 && other.acknowledged == own.next
    }

    private mutating func tellPayload(_ step: Step, at start: Int, _ own: inout ChronicleSide) {
        let kind: TCPEvent.Kind
        let repair = step.own.repair(since: own.counts)
        if repair != nil {
            kind = .retransmission
        } else if step.own.wasOvertaken(since: own.counts) {
            kind = .outOfOrder
        } else if start > own.place {
            kind = .gap
        } else {
            return
        }
        var event = Self.event(kind, step)
        (event.offset, event.bytes) = (start, step.packet.payloadLength)
        if kind == .gap { (event.offset, event.bytes) = (own.place, start - own.place) }
        event.end = event.offset.map { $0 + event.bytes }
        (event.repair, event.isAgain) = (repair?.kind, repair?.isAgain ?? false)
        add(event, &own)
    }

    private mutating func tellEnd(_ step: Step, at start: Int, _ own: inout ChronicleSide) {
        var event = Self.event(.fin, step)
        event.offset = start + step.packet.payloadLength
        event.isAgain = own.hasFinished
        own.hasFinished = true
        add(event, &own)
    }

    /// Reports that the sender has filled the receiver's window.
    private mutating func tellHeld(
        _ step: Step,
        _ end: UInt32,
        _ own: inout ChronicleSide,
        _ other: ChronicleSide
    ) {
        guard !own.isHeld, let edge = other.edge, let window = other.window, window > 0,
            end == own.next, Int32(bitPattern: end &- edge) >= 0
        else { return }
        own.isHeld = true
        var event = Self.event(.windowFull, step)
        event.window = window
        add(event, &own)
    }

    static func event(_ kind: TCPEvent.Kind, _ step: Step) -> TCPEvent {
        TCPEvent(kind, isFromClient: step.isFirst, stamp: step.arrival.stamp, packet: step.arrival.packet)
    }

    /// Adds an event of `own`, or counts it into that side's last event if it repeats it.
    mutating func add(_ event: TCPEvent, _ own: inout ChronicleSide) {
        defer { isProbing = event.kind.isOfProbing }
        if let latest = own.latest, events[latest].continues(with: event),
            isProbing || !event.kind.isOfProbing
        {
            events[latest].take(event)
        } else {
            own.latest = append(event)
        }
    }

    /// Returns the event's index; nil if it is not kept.
    @discardableResult
    private mutating func append(_ event: TCPEvent) -> Int? {
        guard events.count < Self.most else {
            leftOut += 1
            return nil
        }
        events.append(event)
        return events.count - 1
    }

    /// Returns the events once no more packets come.
    func finish() -> TCPEvents {
        let told = events.map { event in
            var event = event
            if !isFirstClient { event.isFromClient?.toggle() }
            return event
        }
        return TCPEvents(stream: order.stream, told, leftOut: leftOut)
    }
}

extension TCPEvent.Kind {
    fileprivate var isOfProbing: Bool { self == .keepAlive || self == .windowProbe || self == .probeAnswer }
}

extension TCPEvent {
    /// True if the next event of the same side only repeats this one.
    fileprivate func continues(with next: TCPEvent) -> Bool {
        guard kind == next.kind, repair == next.repair, isAgain == next.isAgain else { return false }
        switch kind {
        case .duplicateAck: return offset == next.offset
        case .keepAlive, .windowProbe, .probeAnswer: return true
        case .retransmission, .outOfOrder, .gap, .windowFull:
            return next.stamp - lastStamp <= TCPEventRecorder.run
        default: return false
        }
    }

    fileprivate mutating func take(_ next: TCPEvent) {
        count += next.count
        bytes += next.bytes
        if let offset, let more = next.offset { self.offset = min(offset, more) }
        if let end, let further = next.end { self.end = max(end, further) }
        window = next.window ?? window
        lastStamp = max(lastStamp, next.stamp)
        lastPacket = next.packet
    }
}

/// Acknowledgements and windows that one side advertises.
extension TCPEventRecorder {
    private mutating func tellAcknowledgement(
        _ step: Step,
        _ own: inout ChronicleSide,
        _ other: inout ChronicleSide
    ) {
        let packet = step.packet
        if step.other.wasRepeated(since: other.counts) {
            var event = Self.event(.duplicateAck, step)
            event.offset = other.hasBegun ? other.place(of: packet.acknowledgement) : nil
            add(event, &own)
        }
        if let last = own.acknowledged, Int32(bitPattern: packet.acknowledgement &- last) < 0 { return }
        let isNothingNew = step.isBare && own.acknowledged == packet.acknowledgement
        own.acknowledged = packet.acknowledgement
        if other.hasProbed, step.isBare {
            other.hasProbed = false
            add(Self.event(.probeAnswer, step), &own)
        }
        if !packet.flags.syn { tellWindow(step, isNothingNew: isNothingNew, &own, &other) }
    }

    private mutating func tellWindow(
        _ step: Step,
        isNothingNew: Bool,
        _ own: inout ChronicleSide,
        _ other: inout ChronicleSide
    ) {
        let packet = step.packet
        let window = packet.window == 0 ? 0 : step.shift.map { Int(packet.window) << $0 }
        let edge = window.map { packet.acknowledgement &+ UInt32(truncatingIfNeeded: $0) }
        let hasMoved = edge != own.edge
        defer { (own.window, own.edge) = (window, edge) }
        if step.own.closedWindow(since: own.counts) {
            own.closedSince = step.arrival.stamp
            add(Self.event(.zeroWindow, step), &own)
        } else if let since = own.closedSince, packet.window > 0 {
            own.closedSince = nil
            var event = Self.event(.windowOpened, step)
            (event.window, event.time) = (window, max(0, step.arrival.stamp - since))
            add(event, &own)
        } else if other.isHeld, hasMoved, isNothingNew {
            var event = Self.event(.windowOpened, step)
            event.window = window
            add(event, &own)
        }
        if hasMoved { other.isHeld = false }
    }
}
