package import Compression
import TLS
package import Wire

/// Reads packets one by one and returns at the end the exchanges that they carried.
///
/// Bodies are counted, never kept; data that waits for an earlier packet is bounded (`InspectionLimits`).
package struct CaptureInspector: ~Copyable {
    private let limits: InspectionLimits
    let context: CaptureContext
    /// nil if nobody follows a connection.
    private let follower: (any StreamFollower)?
    var results: InspectionResults
    var budget: WaitingBudget
    var held: HeldBudget
    private var retention = ExchangeRetention()
    private(set) var table = FlowTable()
    private(set) var datagrams: DatagramTable
    let quic: QUICTable
    private var fragments = FragmentTable()
    private var dissected = DissectedPacket()
    private var streams = 0
    /// Numbers the connections of a filtered capture; nil if all packets are taken.
    private var numbering: StreamNumbering?
    private var packets = 0
    private var cutShort = 0
    private var firstStamp = Int64.max
    private(set) var lastStamp = Int64.min
    private var unknownLinks: Set<LinkType> = []
    /// Number of connections closed to make room, and the first packet that needed it.
    private var silenced = (count: 0, packet: 0)
    private var log: PacketLog?
    private var chronicle: TCPEventRecorder?
    /// True if `log` or `chronicle` also needs the packets of connections.
    private let isWatching: Bool
    private var hasNotedNames = false
    /// Exchanges that have ended and left their connections since the last `takeEnded`.
    private var ended: [CaptureExchange] = []
    /// Number of the last packet before the last `takeEnded`.
    private var reportedUpTo = 0
    /// Connections that have left the table since the last `takeNews`.
    var retired: [SeenConnection] = []
    /// Number of the last packet before the last `takeNews`, and the earliest timestamp after it.
    var told: (packet: Int, stamp: Int64) = (0, .min)

    /// `spool` makes a place for results that exceed memory; without it all stay in memory. With `isFiltered`
    /// packets may be left out (`pass`), and connections keep the numbers that they have among all packets.
    /// `unpacking` bounds what bodies and header fields unpack to.
    package init(
        limits: InspectionLimits = InspectionLimits(),
        options: ConversationOptions = ConversationOptions(),
        bodies: (any BodyCollector)? = nil,
        follower: (any StreamFollower)? = nil,
        isFiltered: Bool = false,
        unpacking: UnpackingBudget = UnpackingBudget(),
        spool: (() -> any InspectionSpool)? = nil
    ) {
        self.limits = limits
        self.follower = follower
        results = InspectionResults(most: limits.results, spool: spool)
        context = CaptureContext(
            options: options,
            bodies: bodies,
            unpacking: unpacking,
            sessions: TLSResults(most: limits.results, spool: spool)
        )
        budget = WaitingBudget(limit: limits.waitingBytes)
        held = HeldBudget(limit: limits.heldBytes)
        datagrams = DatagramTable(
            most: limits.results,
            numbering: isFiltered ? DatagramNumbering(most: limits.liveFlows) : nil,
            spool
        )
        quic = QUICTable(context, limits, spool)
        if options.keepsPackets { log = PacketLog() }
        chronicle = options.chronicle.map(TCPEventRecorder.init)
        isWatching = log != nil || chronicle != nil
        if isFiltered { numbering = StreamNumbering(most: limits.liveFlows) }
    }

    /// Takes secrets, which decrypt the packets that come after them.
    package mutating func receive(_ secrets: CaptureSecrets) {
        guard secrets.kind == CaptureSecrets.tlsKeyLog else { return }
        context.decryption.secrets.add(secrets.bytes.span.bytes)
    }

    /// Takes the next packet of the file.
    package mutating func receive(_ packet: CapturedPacket, _ bytes: RawSpan) {
        packets += 1
        if packet.stamp < firstStamp { firstStamp = packet.stamp }
        if packet.stamp > lastStamp { lastStamp = packet.stamp }
        let kind = dissected.read(bytes, linkType: packet.linkType, originalLength: packet.originalLength)
        if case .segment = kind {
            receiveSegment(bytes, Arrival(stamp: packet.stamp, packet: packet.number))
        } else {
            receive(kind, packet, bytes)
        }
        while dissected.nextPart > 0 { receive(dissected.readNextPart(bytes), packet, bytes) }
    }

    /// Leaves a packet of the file out: it only counts for the numbering of connections.
    package mutating func pass(_ packet: CapturedPacket, _ bytes: RawSpan) {
        var kind = dissected.read(bytes, linkType: packet.linkType, originalLength: packet.originalLength)
        while true {
            switch kind {
            case .segment:
                var isForward = false
                let key = FlowKey(dissected, isForward: &isForward)
                _ = numbering?.number(key, dissected, isForward: isForward, packet: packet.number)
            case .datagram: datagrams.pass(dissected, at: packet.stamp)
            default: break
            }
            guard dissected.nextPart > 0 else { return }
            kind = dissected.readNextPart(bytes)
        }
    }

    private mutating func receiveSegment(_ bytes: RawSpan, _ arrival: Arrival) {
        if dissected.payload.count < dissected.payloadLength { cutShort += 1 }
        var isForward = false
        let key = FlowKey(dissected, isForward: &isForward)
        let number = numbering?.number(key, dissected, isForward: isForward, packet: arrival.packet)
        if let slot = table.slot(of: key) {
            if number ?? table.flows[slot].stream == table.flows[slot].stream,
                receiveSegment(slot, bytes, arrival, isForward: isForward)
            {
                return
            }
            retire(slot)
        }
        if table.count >= limits.liveFlows { makeRoom(arrival) }
        let stream = number ?? streams
        context.countConnection()
        let feed = follower.flatMap { $0.stream == stream ? FollowerFeed($0) : nil }
        let flow = TCPFlow(stream: stream, key: key, isForward: isForward, dissected, arrival, context, feed)
        let slot = table.add(flow)
        streams += 1
        retention.share(among: table.count)
        _ = receiveSegment(slot, bytes, arrival, isForward: isForward)
    }

    /// Hands the packet to the connection in this slot. Returns false if it belongs to a new connection.
    @inline(__always)
    private mutating func receiveSegment(
        _ slot: Int,
        _ bytes: RawSpan,
        _ arrival: Arrival,
        isForward: Bool
    ) -> Bool {
        switch table[slot].receive(dissected, isForward: isForward, bytes, arrival, &results, &budget) {
        case .foreign: return false
        case .quiet: break
        case .read:
            let conversation = table.flows[slot].conversation
            // Looking for the ended ones among many others takes long: many are then taken at once.
            if conversation.endedCount > retention.most + conversation.charged >> 13 {
                takeExchanges(slot, keeping: retention.kept)
            }
            held.used += table[slot].recharge()
        }
        if isWatching { watch(slot, bytes, arrival, isForward: isForward) }
        if held.isExceeded { relieve(arrival) }
        return true
    }

    /// Gives up what the connections hold, beginning with the one that holds the most: its older exchanges,
    /// then the connection itself if its messages take the memory.
    mutating func relieve(_ arrival: Arrival) {
        let order = table.slots.sorted {
            table.flows[$0].conversation.charged > table.flows[$1].conversation.charged
        }
        var others = quic.connections.sorted { $0.charged.held < $1.charged.held }
        for slot in order where !held.isRelieved {
            while let most = others.last, !held.isRelieved,
                most.charged.held > table.flows[slot].conversation.charged
            {
                others.removeLast()
                relieveQUIC(most, arrival)
            }
            guard !held.isRelieved else { break }
            let before = table.flows[slot].conversation.charged
            let given = table.flows[slot].conversation.giveUpExchanges()
            keep(given, of: slot)
            held.used += table[slot].recharge()
            let isStuck = table.flows[slot].conversation.charged > before / 4 * 3
            if isStuck { retire(slot) }
            held.noteGivenUp(
                exchanges: given.count,
                connections: isStuck ? 1 : 0,
                packet: arrival.packet
            )
        }
        while let most = others.popLast(), !held.isRelieved, most.charged.held > 0 {
            relieveQUIC(most, arrival)
        }
    }

    /// Takes finished exchanges from the connection in this slot; all of them if `kept` is nil.
    private mutating func takeExchanges(_ slot: Int, keeping kept: Int?) {
        keep(table.flows[slot].conversation.takeExchanges(keeping: kept), of: slot)
    }

    private mutating func keep(_ taken: [CaptureExchange], of slot: Int) {
        if context.options.reportsEnded { ended += table[slot].reportTaken(taken) }
        results.add(taken)
    }

    /// Called after the connection in this slot has taken the packet.
    private mutating func watch(_ slot: Int, _ bytes: RawSpan, _ arrival: Arrival, isForward: Bool) {
        let stream = table.flows[slot].stream
        if log != nil { keep(bytes, arrival, stream: stream) }
        guard chronicle?.stream == stream else { return }
        chronicle?.receive(dissected, bytes, arrival, table.flows[slot], isForward: isForward)
    }

    private mutating func keep(_ bytes: RawSpan, _ arrival: Arrival, stream: Int) {
        let options = TCPOptions(bytes, in: dissected.options)
        log?.add(
            PacketSighting(
                stamp: arrival.stamp,
                stream: stream,
                sourcePort: dissected.sourcePort,
                flags: dissected.flags.bits,
                packetBytes: dissected.packetBytes,
                payloadBytes: dissected.payloadLength,
                sequence: dissected.sequence,
                acknowledgement: dissected.acknowledgement,
                stampValue: options.stampValue,
                stampEcho: options.stampEcho
            )
        )
    }

    /// Takes a packet of any kind.
    private mutating func receive(_ kind: PacketKind, _ packet: CapturedPacket, _ bytes: RawSpan) {
        switch kind {
        case .other: break
        case .segment:
            receiveSegment(bytes, Arrival(stamp: packet.stamp, packet: packet.number))
        case .datagram:
            receiveDatagram(bytes, Arrival(stamp: packet.stamp, packet: packet.number))
        case .cutShort:
            cutShort += 1
        case .fragment:
            receiveFragment(packet, bytes)
        case .damaged(let damage):
            note(packet, .header(damage))
        case .unknownLink(let linkType):
            guard unknownLinks.insert(linkType).inserted else { return }
            note(packet, .unknownLink(linkType))
        }
    }

    private mutating func receiveDatagram(_ bytes: RawSpan, _ arrival: Arrival) {
        if dissected.payload.count < dissected.payloadLength { cutShort += 1 }
        let payload = bytes.extracting(dissected.payload)
        let isSound = datagrams.receive(
            dissected,
            payload,
            arrival,
            context.lookups,
            quic,
            &results,
            most: limits.liveFlows
        )
        chargeQUIC(arrival)
        guard !isSound, !hasNotedNames else { return }
        hasNotedNames = true
        results.findings.add(
            CaptureFinding(packet: arrival.packet, .notOnlyDNS(overTCP: false))
        )
    }

    private mutating func receiveFragment(_ packet: CapturedPacket, _ bytes: RawSpan) {
        guard let whole = fragments.add(dissected, bytes, packet) else { return }
        dissected.packetBytes = whole.count + dissected.fragment.headerLength
        let kind = dissected.readTransport(
            whole.span.bytes,
            dissected.fragment.transport,
            at: 0,
            end: whole.count
        )
        // A reassembled packet is no fragment, unless one was packed into another.
        switch kind {
        case .segment:
            receiveSegment(whole.span.bytes, Arrival(stamp: packet.stamp, packet: packet.number))
        case .datagram:
            receiveDatagram(whole.span.bytes, Arrival(stamp: packet.stamp, packet: packet.number))
        default: break
        }
    }

    /// The exchanges that have ended since the last call, by their last packets. Requires `reportsEnded`.
    package mutating func takeEnded() -> [CaptureExchange] {
        guard context.options.reportsEnded else { return [] }
        var newest = reportedUpTo
        for slot in table.slots where table.flows[slot].lastPacket > reportedUpTo {
            ended += table[slot].reportEnded()
            newest = max(newest, table.flows[slot].lastPacket)
        }
        reportedUpTo = newest
        ended += quic.reportEnded()
        defer { ended = [] }
        return ended.sorted {
            ($0.lastPacket ?? 0, $0.connection, $0.order) < ($1.lastPacket ?? 0, $1.connection, $1.order)
        }
    }

    /// Ends the inspection at the end of the file. Call once.
    package mutating func finish() -> CaptureInspection {
        if cutShort > 0 {
            results.findings.add(CaptureFinding(.cutShort(cutShort)))
        }
        if fragments.incomplete > 0 {
            results.findings.add(
                CaptureFinding(packet: fragments.firstIncomplete, .fragments(fragments.incomplete))
            )
        }
        for slot in table.slots.sorted(by: { table.flows[$0].stream < table.flows[$1].stream }) {
            retire(slot)
        }
        let datagrams = self.datagrams.finish()
        let quicResults = quic.finish(at: lastStamp, &results)
        noteLeftOut()
        var inspection = CaptureInspection(
            exchanges: results.takeExchanges(),
            flows: results.takeFlows(),
            handshakes: context.sessions.takeHandshakes(),
            estimates: context.sessions.takeEstimates(),
            datagrams: datagrams,
            lookups: context.lookups.lookups,
            findings: results.findings,
            packets: packets,
            firstStamp: packets > 0 ? firstStamp : nil,
            lastStamp: packets > 0 ? lastStamp : nil,
            log: log
        )
        inspection.quicConnections = quicResults.connections
        inspection.quicHandshakes = quicResults.handshakes
        inspection.events = chronicle?.finish()
        inspection.take(names: context.lookups.names)
        return inspection
    }

    private mutating func noteLeftOut() {
        if silenced.count > 0 {
            results.findings.add(
                CaptureFinding(
                    packet: silenced.packet,
                    .silenced(silenced.count, limit: limits.liveFlows)
                )
            )
        }
        if let finding = held.finding { results.findings.add(finding) }
        if let finding = context.unpacked { results.findings.add(finding) }
        results.noteLeftOut()
        context.sessions.noteLeftOut(&results.findings)
        guard datagrams.leftOut + context.lookups.leftOut > 0 else { return }
        results.findings.add(
            CaptureFinding(.unlistedDatagrams(datagrams.leftOut, lookups: context.lookups.leftOut))
        )
    }

    /// Closes the connection in this slot, which receives nothing more.
    private mutating func retire(_ slot: Int) {
        budget.used -= table.flows[slot].waitingBytes
        held.used -= table.flows[slot].conversation.charged
        table[slot].finish(&results)
        results.add(table.flows[slot].summary)
        if context.options.reportsFlows { retired.append(table.flows[slot].seen) }
        takeExchanges(slot, keeping: nil)
        table.remove(slot)
    }

    /// Closes a quarter of the connections when too many are open: ended ones first, then those silent the
    /// longest.
    private mutating func makeRoom(_ arrival: Arrival) {
        let order = table.slots.sorted { one, other in
            let (one, other) = (table.flows[one], table.flows[other])
            if one.hasEnded != other.hasEnded { return one.hasEnded }
            return one.lastPacket < other.lastPacket
        }
        let leaving = order.prefix(max(1, order.count / 4))
        let living = leaving.filter { !table.flows[$0].hasEnded }.count
        for slot in leaving { retire(slot) }
        guard living > 0 else { return }
        if silenced.count == 0 { silenced.packet = arrival.packet }
        silenced.count += living
    }

    private mutating func note(_ packet: CapturedPacket, _ fault: CaptureFault) {
        results.findings.add(CaptureFinding(packet: packet.number, fault))
    }
}
