import Wire

/// Estimates the line from a capture: rates from the spacing of packets, the round trip from packets and
/// their answers, losses from holes and repairs, the queue from how long packets waited in it.
package struct LineFit {
    /// Largest reordering for short round trips, in nanoseconds.
    private static let reordering: Int64 = 3_000_000
    /// Shortest queue that is recognised, in packets at the service time of the rate.
    private static let shortestQueue = 5.0
    /// A full queue drops at about one height: the share of the longest wait that counts as full, and the
    /// share of losses at that height.
    private static let fullHeight = 0.85
    private static let fullShare = 0.8
    private static let fewestDrops = 3
    /// Most jitter that a host alone causes, in nanoseconds.
    private static let mostScatter = 1_000_000.0

    package private(set) var line: FittedLine
    private let observation: LineObservation
    let waits: WaitingTimes
    /// Bit/s towards the near host, and away from it.
    private var rates: (inbound: Double?, outbound: Double?) = (nil, nil)
    private var departures: [Int: Int64] = [:]

    package init(_ log: PacketLog, _ flows: [CaptureFlow]) {
        observation = LineObservation(log, flows)
        waits = WaitingTimes(observation)
        line = FittedLine(place: observation.place)
        line.largestPacket = observation.packets.map(\.bytes).max() ?? 0
        fitTimes(flows)
        fitLosses()
        departures = Self.departures(observation.packets, rate: rates.outbound)
        remark(log)
    }

    private mutating func fitTimes(_ flows: [CaptureFlow]) {
        let arrivals = ServiceEvent.arrivals(observation)
        let inbound = RateFit(arrivals, isByAcknowledgement: false).estimate
        let sent = ServiceEvent.acknowledgements(observation)
        let known = RateFit(sent, isByAcknowledgement: true).estimate
        rates.inbound = inbound?.rate.value
        let scatter = inbound?.scatter ?? 0
        if scatter > Self.mostScatter {
            line.remarks.append(.delayedUnevenly)
        }
        let echoes = RoundTripFit(
            observation,
            streams: Self.mainStreams(flows),
            rateBack: rates.inbound,
            isJittery: scatter > Self.mostScatter
        )
        let (roundTrip, outbound) = echoes.estimate(known: known?.rate)
        rates.outbound = outbound?.value
        line.roundTrip = roundTrip
        self[inbound: true].rate = inbound?.rate
        self[inbound: false].rate = outbound
    }

    /// The connections between the two hosts that exchanged the most bytes.
    private static func mainStreams(_ flows: [CaptureFlow]) -> Set<Int> {
        let groups = Dictionary(grouping: flows) { $0.server.address }
        let main = groups.values.max { one, other in
            let (one, other) = (bytes(one), bytes(other))
            return one < other
        }
        return Set((main ?? []).map(\.stream))
    }

    private static func bytes(_ flows: [CaptureFlow]) -> Int {
        flows.reduce(0) { $0 + $1.up.wireBytes + $1.down.wireBytes }
    }

    private mutating func fitLosses() {
        let segment = observation.packets.filter(\.isInbound).map(\.payload).max() ?? 0
        let reordering = max(Self.reordering, Int64(line.roundTrip?.value ?? 0) / 2)
        let inbound = LossCount.inbound(
            observation,
            waits,
            segment: max(1, segment),
            reordering: reordering
        )
        self[inbound: true].queue = queue(inbound)
        let isFull = self[inbound: true].queue?.packets.value != nil
        let height = Double(longestWait) * Self.fullHeight
        let dropped = isFull ? inbound.losses.filter { Double($0.wait ?? 0) >= height } : []
        note(inbound, dropped: dropped.reduce(0) { $0 + $1.packets }, isInbound: true)
        note(LossCount.outbound(observation), dropped: 0, isInbound: false)
    }

    private mutating func note(_ count: LossCount, dropped: Int, isInbound: Bool) {
        self[inbound: isInbound].packets = count.packets
        self[inbound: isInbound].lost = count.lost - dropped
        self[inbound: isInbound].dropped = dropped
        guard count.packets > 0 else { return }
        self[inbound: isInbound].loss = LineEstimate(share: count.lost - dropped, of: count.packets)
    }

    private var longestWait: Int64 { observation.packets.compactMap(waits.wait).max() ?? 0 }

    private func queue(_ count: LossCount) -> FittedLine.Queue? {
        let packetBytes = line.largestPacket
        guard let rate = rates.inbound, !waits.isEmpty, packetBytes > 0 else { return nil }
        let longest = longestWait
        let service = 8e9 * Double(packetBytes) / rate
        let packets = Double(longest) / service
        guard packets >= Self.shortestQueue else { return nil }
        let height = Double(longest) * Self.fullHeight
        // A burst that overflows the queue loses packets in a row: each counts.
        let heights = count.losses.flatMap { loss in
            Array(repeating: loss.wait ?? 0, count: loss.packets)
        }.filter { Double($0) >= height }.sorted()
        let isFull =
            heights.count >= Self.fewestDrops
            && Double(heights.count) >= Self.fullShare * Double(count.lost)
        // The sender's clock ticks in milliseconds: a wait is uncertain by one tick.
        let tick = 1e6 / service
        let full = isFull ? Double(heights[heights.count / 2]) / service : nil
        return FittedLine.Queue(
            packets: LineEstimate(
                value: full,
                low: max(1, (full ?? packets) - tick - 1),
                high: full.map { $0 + tick + 1 }
            ),
            packetBytes: packetBytes,
            longestWait: longest
        )
    }

    private mutating func remark(_ log: PacketLog) {
        if !observation.isPlaceKnown { line.remarks.append(.withoutOpening) }
        if log.leftOut > 0 {
            line.remarks.append(.cut(segments: log.sightings.count, leftOut: log.leftOut))
        }
        if rates.inbound == nil { line.remarks.append(.withoutRate) }
    }

    private subscript(inbound isInbound: Bool) -> FittedLine.Direction {
        get { isInbound == (line.place == .client) ? line.down : line.up }
        set {
            if isInbound == (line.place == .client) { line.down = newValue } else { line.up = newValue }
        }
    }
}

// MARK: Servers

extension LineFit {
    /// A server's response time without the line: nanoseconds from the request's last byte at the server to
    /// the response's first. nil if the exchange does not show it.
    package func serverTime(of exchange: CaptureExchange) -> Int64? {
        guard let requestSent = exchange.requestSent, let firstByte = exchange.firstByte else { return nil }
        guard line.place == .client else { return max(0, firstByte - requestSent) }
        guard let roundTrip = line.roundTrip?.value else { return nil }
        let answer = observation.packets.partitioningIndex { $0.stamp >= firstByte }
        let packets = observation.packets[answer...].prefix { $0.stamp == firstByte }
        guard let first = packets.first(where: { $0.stream == exchange.stream && $0.isInbound }) else {
            return nil
        }
        let receiving = rates.inbound.map { 8e9 * Double(first.bytes) / $0 } ?? 0
        let line = roundTrip + max(receiving, Double(waits.wait(of: first) ?? 0))
        let gone = departure(of: exchange, sent: requestSent, before: firstByte) ?? requestSent
        return max(0, firstByte - gone - Int64(line))
    }

    /// When the line had transmitted the request's last packet, after its wait in the queue.
    private func departure(of exchange: CaptureExchange, sent: Int64, before answer: Int64) -> Int64? {
        let start = observation.packets.partitioningIndex { $0.stamp >= sent }
        var rest = exchange.requestBytes
        for index in observation.packets[start...].indices {
            let packet = observation.packets[index]
            guard packet.stamp < answer else { break }
            guard packet.stream == exchange.stream, !packet.isInbound, packet.payload > 0 else { continue }
            rest -= packet.payload
            if rest <= 0 { return departures[index] }
        }
        return nil
    }

    /// When the line had transmitted each packet of the near host, by index.
    private static func departures(_ packets: [LineObservation.Packet], rate: Double?) -> [Int: Int64] {
        var departures: [Int: Int64] = [:]
        var free = Int64.min
        for (index, packet) in packets.enumerated() where !packet.isInbound {
            free = max(free, packet.stamp) + Int64(rate.map { 8e9 * Double(packet.bytes) / $0 } ?? 0)
            if packet.payload > 0 { departures[index] = free }
        }
        return departures
    }
}
