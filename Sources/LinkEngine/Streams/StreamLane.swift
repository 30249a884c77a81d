import LinkModel
import Runs
import Wire

/// One direction of a line that carries byte streams: the chunks of all connections go through one model, and
/// each connection's chunks come out in order.
///
/// It reads no clock: the caller passes arrival times and asks what is due by when. Times must not go
/// backwards.
struct StreamLane: Sendable {
    /// A chunk on one try over the line.
    private struct Try: Sendable {
        var flow: UInt32
        var chunk: Int
        var bytes: Int
    }

    /// A lost chunk, and when its sender sends it again.
    private struct Recovery: Sendable {
        var at: Instant
        var lost: Try
    }

    struct Delivery: Sendable {
        var flow: UInt32
        var item: StreamItem
        /// See `left`.
        var logPlace: Int?
    }

    /// Minimum time before sending again: a sender that learned of losses at once would otherwise send
    /// without end during an outage.
    private static let leastRecovery: Nanoseconds = 1_000_000

    private let direction: LinkDirection
    private var recoveryTime: Nanoseconds = 0
    private var peakBps: Int64?
    /// Most bytes of packets that wait for the line or are in service.
    private var mostAhead = 0
    private let mostHeld: Int
    private let logCapacity: Int
    private var model: DirectionModel
    private var flows: [UInt32: StreamFlow] = [:]
    private var tries: [Int: Try] = [:]
    private var nextTicket = 0
    private var recoveries: [Recovery] = []
    /// Connections whose next chunk has a delivery time.
    private var deliveries = Agenda<UInt32>()
    /// Bytes of packets that the model has not served yet.
    private var waiting = 0
    private var inService: (end: Instant, bytes: Int) = (.zero, 0)
    /// Bytes of the streams that were admitted and not yet taken by their receivers.
    private(set) var held = 0
    private(set) var log: [LinkLogEntry] = []
    private(set) var omitted = 0
    /// Tries that the line lost; another try replaces each.
    private(set) var lost = 0

    /// Schedules and outages count from `epoch`.
    init(
        _ link: LinkParameters,
        _ direction: LinkDirection,
        seed: UInt64,
        limits: StreamLimits,
        epoch: Instant = .zero
    ) {
        self.direction = direction
        mostHeld = limits.bytes
        logCapacity = limits.logCapacity / 2
        model = DirectionModel(Self.unbounded(link), direction, seed: seed, epoch: epoch)
        measure(link)
    }

    /// Changes the line at `moment`.
    mutating func change(to link: LinkParameters, at moment: Instant) {
        advance(to: moment)
        model.change(to: Self.unbounded(link), at: moment)
        measure(link)
        settle(upTo: moment)
    }

    private mutating func measure(_ link: LinkParameters) {
        recoveryTime = max(link.roundTripDelay, Self.leastRecovery)
        peakBps = link[direction].rate.peakBps
        let ahead = link[direction].bytes(in: StreamLimits.readAhead) ?? Double(mostHeld)
        mostAhead = max(
            StreamLimits.leastPacketsAhead * link.mtu,
            min(link.queueBytes(direction), Int(min(ahead, Double(mostHeld))))
        )
    }

    /// The queue needs no limit: bytes without room are not read.
    private static func unbounded(_ link: LinkParameters) -> LinkParameters {
        var link = link
        link.up.queue = .packets(1 << 24)
        link.down.queue = .packets(1 << 24)
        return link
    }

    // MARK: Room

    /// True if there is room for another chunk.
    func hasRoom(at now: Instant) -> Bool {
        held < mostHeld && (peakBps == nil || ahead(at: now) < mostAhead)
    }

    /// When half of the line's read-ahead will have been served; nil if time alone makes no room.
    func roomDeadline(at now: Instant) -> Instant? {
        guard let peakBps, held < mostHeld else { return nil }
        let excess = max(1, ahead(at: now) - mostAhead / 2)
        guard peakBps > 0 else { return now + StreamLimits.readAhead }
        return now + min(Nanoseconds(Double(excess) * 8e9 / Double(peakBps)), StreamLimits.readAhead * 50)
    }

    private func ahead(at now: Instant) -> Int {
        waiting + (inService.end > now ? inService.bytes : 0)
    }

    // MARK: Carrying

    /// Adds a connection, which may put chunks on the line until it is forgotten. Its number is never reused.
    mutating func open(_ flow: UInt32) {
        flows[flow] = StreamFlow()
    }

    mutating func admit(_ item: StreamItem, of flow: UInt32, at now: Instant) {
        advance(to: now)
        guard let chunk = flows[flow]?.append(StreamFlow.Chunk(item: item)) else { return }
        held += item.payload
        send(Try(flow: flow, chunk: chunk, bytes: item.packetBytes), at: now)
        settle(upTo: now)
    }

    /// Removes and returns the first due delivery; nil if none is due yet. Once the receiver has taken the
    /// bytes, call `taken`.
    mutating func next(upTo now: Instant) -> Delivery? {
        advance(to: now)
        guard let (due, flow) = deliveries.first.map({ ($0.due, $0.item) }), due <= now else { return nil }
        deliveries.removeFirst()
        // A forgotten connection gets no deliveries.
        guard let chunk = flows[flow]?.first else { return next(upTo: now) }
        flows[flow]?.removeFirst(due: due)
        offerFirst(of: flow)
        return Delivery(flow: flow, item: chunk.item, logPlace: chunk.logPlace)
    }

    /// When it next needs a call; nil if nothing is under way.
    var nextDeadline: Instant? {
        .earliest(.earliest(deliveries.first?.due, model.nextDeadline), recoveries.first?.at)
    }

    /// This many bytes reached their receiver or were discarded.
    mutating func taken(_ bytes: Int) {
        held -= bytes
    }

    /// A delivery was handed over at that time.
    mutating func left(_ delivery: Delivery, at moment: Instant) {
        if let place = delivery.logPlace { log[place].departure = moment }
    }

    /// Forgets a connection: its chunks on the line are served but not delivered.
    mutating func forget(_ flow: UInt32) {
        held -= flows.removeValue(forKey: flow)?.payload ?? 0
    }

    // MARK: The model

    /// Advances everything to `now`, each recovery at its own time.
    private mutating func advance(to now: Instant) {
        while let recovery = recoveries.first, recovery.at <= now {
            settle(upTo: recovery.at)
            recoveries.removeFirst()
            if flows[recovery.lost.flow] != nil { send(recovery.lost, at: recovery.at) }
        }
        settle(upTo: now)
    }

    private mutating func send(_ attempt: Try, at now: Instant) {
        guard let number = flows[attempt.flow]?.takePacketNumber() else { return }
        let identity = PacketIdentity(direction: direction, flow: attempt.flow, number: number)
        let place = record(identity, attempt.bytes, at: now)
        flows[attempt.flow]?[attempt.chunk].logPlace = place
        waiting += attempt.bytes
        tries[nextTicket] = attempt
        _ = model.admit(LinkPacket(identity, bytes: attempt.bytes, ticket: nextTicket), at: now)
        nextTicket += 1
    }

    private mutating func settle(upTo now: Instant) {
        while let outcome = model.next(upTo: now) {
            guard let attempt = tries.removeValue(forKey: outcome.ticket) else { continue }
            waiting -= attempt.bytes
            let decision = outcome.decision
            let isDelivered = decision.fate == .delivered
            if isDelivered { inService = (decision.serviceEnd, attempt.bytes) }
            if let place = flows[attempt.flow]?[attempt.chunk].logPlace { log[place].decision = decision }
            conclude(attempt, decision, isDelivered)
        }
    }

    private mutating func conclude(_ attempt: Try, _ decision: LinkDecision, _ isDelivered: Bool) {
        guard flows[attempt.flow] != nil else { return }
        guard isDelivered else {
            lost += 1
            let recovery = Recovery(at: decision.due + recoveryTime, lost: attempt)
            let place = recoveries.lastIndex { $0.at <= recovery.at }.map { $0 + 1 } ?? 0
            recoveries.insert(recovery, at: place)
            return
        }
        flows[attempt.flow]?[attempt.chunk].due = decision.due
        if flows[attempt.flow]?.firstNumber == attempt.chunk { offerFirst(of: attempt.flow) }
    }

    /// Schedules a connection's first chunk once it has a due time: not before the chunk that it follows.
    private mutating func offerFirst(of flow: UInt32) {
        guard let chunk = flows[flow]?.first, let own = chunk.due, let last = flows[flow]?.lastDue else {
            return
        }
        let due = max(own, last)
        if let place = chunk.logPlace { log[place].decision.due = due }
        deliveries.add(flow, at: due)
    }

    private mutating func record(_ packet: PacketIdentity, _ bytes: Int, at now: Instant) -> Int? {
        guard log.count < logCapacity else {
            omitted += 1
            return nil
        }
        log.append(
            LinkLogEntry(packet: packet, bytes: bytes, arrival: now, decision: .ended(.waiting, at: now))
        )
        return log.count - 1
    }
}
