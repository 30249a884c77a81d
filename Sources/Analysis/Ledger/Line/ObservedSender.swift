import LinkModel
import Wire

/// The origin's TCP state of a connection over time: bytes sent, bytes acknowledged, the client's window,
/// losses not yet repaired.
struct ObservedSender {
    /// Settings of the origin's TCP.
    struct Settings: Hashable {
        /// Initial congestion window, in segments.
        var initialWindow = usualWindow
        /// The sender is paced by a rate, as with BBR: it may wait although its window has room.
        var isPacedByRate = false
    }

    /// Knowledge about the room in its window.
    enum Room {
        /// It would have sent any available bytes.
        case certain
        /// There was room for less than a third of the window: the kernel may delay a segment until the next
        /// acknowledgement, to send several at once.
        case tooLittle
        /// The window may have been full.
        case unproven
    }

    /// Default initial congestion window, in segments (RFC 6928).
    static let usualWindow = 10

    /// The largest segment that it sent.
    let segment: Int64
    /// Bytes that have reached the line.
    private var sent = Timeline()
    private var acknowledged = Timeline()
    private var edge = Timeline()
    /// A window counts segments of any size: how many had reached the line, and were acknowledged.
    private var sentSegments = Timeline()
    private var acknowledgedSegments = Timeline()
    private let settings: Settings
    /// The most segments in flight since the last loss, by the moments at which that changed.
    private var proven: [(at: Instant, segments: Int64)] = []
    /// Stretches with an unrepaired loss, without overlap.
    private(set) var losses: [Span] = []
    /// What was lost in them, in the order of time.
    private(set) var lost: [LostPacket] = []
    /// When the origin's host received each packet of the client, in order.
    let heard: [Instant]

    init(_ flow: FlowLog, _ settings: Settings) {
        self.settings = settings
        segment = max(1, flow.down.map { Int64($0.bytes.count) }.max() ?? 1)
        let answers = flow.heard(.up)
        heard = answers.map(\.at)
        var ends: [Int64] = []
        for packet in flow.down where packet.bytes.upperBound > ends.last ?? 0 {
            ends.append(packet.bytes.upperBound)
            sent.raise(to: packet.bytes.upperBound, at: packet.arrival)
            sentSegments.raise(to: Int64(ends.count), at: packet.arrival)
        }
        var count = 0
        for (at, packet) in answers {
            acknowledged.raise(to: packet.acknowledged, at: at)
            edge.raise(to: packet.edge, at: at)
            while count < ends.count, ends[count] <= packet.acknowledged { count += 1 }
            acknowledgedSegments.raise(to: Int64(count), at: at)
        }
        let data = Self.lostData(flow.down)
        let unheard = Self.lostAnswers(flow.up)
        lost = (data + unheard).filter { $0.span.length > 0 }
            .sorted {
                ($0.span.start, $0.packet.bytes.lowerBound) < ($1.span.start, $1.packet.bytes.lowerBound)
            }
        losses = Span.merged(lost.map(\.span))
        let repaired = data.map { loss in
            let end = acknowledged.moment(reaching: loss.packet.bytes.upperBound)
            return Span(start: loss.span.start, end: end ?? .never)
        }
        prove(flow.down, without: Span.merged((repaired + unheard.map(\.span)).map { unsettled($0) }))
    }

    func sent(at moment: Instant) -> Int64 { sent.value(at: moment) ?? 0 }

    /// In segments.
    func inFlight(at moment: Instant) -> Int64 {
        max(0, (sentSegments.value(at: moment) ?? 0) - (acknowledgedSegments.value(at: moment) ?? 0))
    }

    /// True if one more whole segment would exceed the client's window.
    func exceedsRoom(at moment: Instant, next: Int64) -> Bool {
        guard let edge = edge.value(at: moment) else { return false }
        return sent(at: moment) + next > edge
    }

    /// Whether its window had room for more, with this many segments in flight.
    func room(at moment: Instant, inFlight: Int64) -> Room {
        if inFlight == 0 { return .certain }
        if settings.isPacedByRate { return .unproven }
        let window = provenWindow(at: moment)
        if inFlight >= window { return .unproven }
        return inFlight * 3 <= window * 2 ? .certain : .tooLittle
    }

    /// Lower bound of its window, in segments: as many were in flight since the last loss.
    private func provenWindow(at moment: Instant) -> Int64 {
        let next = proven.partitioningIndex { $0.at > moment }
        return next > 0 ? proven[next - 1].segments : Int64(settings.initialWindow)
    }

    /// The time in which a loss may have reduced the window: from the loss until everything sent before its
    /// repair is acknowledged. The kernel begins a recovery no later than that, and ends it no later than
    /// this.
    private func unsettled(_ repair: Span) -> Span {
        Span(start: repair.start, end: acknowledged.moment(reaching: sent(at: repair.end)) ?? .never)
    }

    /// Notes each new maximum in flight. After a loss the count restarts once the loss is settled.
    private mutating func prove(_ packets: [FlowPacket], without unsettled: [Span]) {
        var most = Int64(settings.initialWindow)
        var left = unsettled[...]
        for packet in packets {
            while let span = left.first, span.start <= packet.arrival {
                if most > 0 {
                    most = 0
                    proven.append((span.start, 0))
                }
                if packet.arrival < span.end { break }
                left.removeFirst()
            }
            if let span = left.first, span.start <= packet.arrival { continue }
            let now = inFlight(at: packet.arrival)
            guard now > most else { continue }
            most = now
            proven.append((packet.arrival, now))
        }
        for span in left { proven.append((span.start, 0)) }
    }

    // MARK: Losses

    /// Packets with new bytes, lost until the line has the same bytes again.
    private static func lostData(_ packets: [FlowPacket]) -> [LostPacket] {
        var carried = ByteRanges()
        var open: [(packet: FlowPacket, since: Instant)] = []
        var losses: [LostPacket] = []
        for packet in packets where !packet.bytes.isEmpty {
            open.removeAll { loss in
                guard packet.bytes.overlaps(loss.packet.bytes), packet.arrival >= loss.since else {
                    return false
                }
                let span = Span(start: loss.since, end: packet.arrival)
                losses.append(LostPacket(packet: loss.packet, direction: .down, span: span))
                return true
            }
            if let lost = packet.lost {
                if !carried.contains(packet.bytes) { open.append((packet, lost)) }
            } else {
                _ = carried.insert(packet.bytes)
            }
        }
        return losses
            + open.map { loss in
                LostPacket(
                    packet: loss.packet,
                    direction: .down,
                    span: Span(start: loss.since, end: .never)
                )
            }
    }

    /// From the loss of an acknowledgement to the arrival of one that covers it.
    private static func lostAnswers(_ packets: [FlowPacket]) -> [LostPacket] {
        var answers: [LostPacket] = []
        for (place, packet) in packets.enumerated() {
            guard let lost = packet.lost else { continue }
            let said = packets[(place + 1)...].first {
                $0.received != nil && $0.acknowledged >= packet.acknowledged
            }
            let span = Span(start: lost, end: said?.received ?? .never)
            answers.append(LostPacket(packet: packet, direction: .up, span: span))
        }
        return answers
    }
}
