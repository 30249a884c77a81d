import Wire

/// The UDP flows of a capture.
struct DatagramTable {
    private struct Recent {
        let key: FlowKey
        let flow: DatagramFlow
    }

    private var flows: [FlowKey: DatagramFlow] = [:]
    /// The flow of the last datagram: most are followed by another of the same.
    private var recent: Recent?
    private var ended: PackedRecords<CaptureDatagrams>
    private var count = 0
    /// Numbers the flows of a filtered capture; nil if all packets are taken.
    private var numbering: DatagramNumbering?

    /// `numbering` is given if packets are left out (`pass`).
    init(most: Int, numbering: DatagramNumbering? = nil, _ spool: (() -> any InspectionSpool)?) {
        self.numbering = numbering
        ended = PackedRecords(most: most, spool?())
    }

    /// Flows that could not be listed.
    var leftOut: Int { ended.leftOut }

    /// Takes a datagram, with at most `most` flows open. Returns false if it uses a name server's port but is
    /// no DNS message.
    mutating func receive(
        _ packet: DissectedPacket,
        _ payload: RawSpan,
        _ arrival: Arrival,
        _ lookups: DNSLookups,
        _ quic: QUICTable,
        _ results: inout InspectionResults,
        most: Int
    ) -> Bool {
        var isForward = false
        let key = FlowKey(packet, isForward: &isForward)
        let number = numbering?.number(key, at: arrival.stamp)
        let flow = flow(of: key, numbered: number, most: most) { number in
            DatagramFlow(number: number, packet, isForward: isForward, arrival)
        }
        let isNamed = DNSLookups.serves(packet)
        let isSound = !isNamed || lookups.receive(payload, packet, arrival)
        if isNamed, isSound { flow.noteNames() }
        if !isNamed { readQUIC(packet, payload, arrival, key, isForward: isForward, flow, quic, &results) }
        flow.receive(packet, isForward: isForward, payload, arrival)
        return isSound
    }

    private mutating func flow(
        of key: FlowKey,
        numbered number: Int?,
        most: Int,
        _ begin: (Int) -> DatagramFlow
    ) -> DatagramFlow {
        if let recent, recent.key == key, number == nil { return recent.flow }
        var known = flows[key]
        // The numbering evicted the old flow meanwhile: this is another one.
        if let number, let old = known, old.summary.number != number {
            end(old)
            known = nil
        }
        if known == nil, flows.count >= most { makeRoom() }
        let flow = known ?? begin(number ?? count)
        if known == nil {
            flows[key] = flow
            count += 1
        }
        recent = Recent(key: key, flow: flow)
        return flow
    }

    private func readQUIC(
        _ packet: DissectedPacket,
        _ payload: RawSpan,
        _ arrival: Arrival,
        _ key: FlowKey,
        isForward: Bool,
        _ flow: DatagramFlow,
        _ quic: QUICTable,
        _ results: inout InspectionResults
    ) {
        let datagram = QUICDatagram(
            source: packet.sourceEndpoint,
            destination: packet.destinationEndpoint,
            length: packet.payloadLength,
            packetBytes: packet.packetBytes,
            flow: flow.number,
            arrival: arrival
        )
        guard let found = quic.receive(payload, key, isForward: isForward, datagram, &results) else { return }
        flow.note(found.connection, isForward: isForward, isUp: found.direction == .up)
    }

    /// Leaves a datagram out: it only counts for the numbering of flows.
    mutating func pass(_ packet: DissectedPacket, at stamp: Int64) {
        var isForward = false
        let key = FlowKey(packet, isForward: &isForward)
        _ = numbering?.number(key, at: stamp)
    }

    /// The open flows with packets at this timestamp or later, by their numbers.
    func changed(since stamp: Int64) -> [CaptureDatagrams] {
        flows.values.lazy.map(\.summary).filter { $0.lastStamp >= stamp }.sorted { $0.number < $1.number }
    }

    /// Evicts the quarter that was silent the longest.
    private mutating func makeRoom() {
        let order = flows.sorted { $0.value.lastStamp < $1.value.lastStamp }
        for (key, flow) in order.prefix(max(1, order.count / 4)) {
            end(flow)
            flows[key] = nil
        }
        recent = nil
    }

    private mutating func end(_ flow: DatagramFlow) {
        ended.add(flow.summary)
    }

    /// Returns all flows, by their numbers. Call once.
    mutating func finish() -> InspectedList<CaptureDatagrams> {
        for flow in flows.values.sorted(by: { $0.summary.number < $1.summary.number }) { end(flow) }
        (flows, recent) = ([:], nil)
        return ended.takeSorted()
    }
}
