import Wire

/// The UDP flows of a capture.
struct DatagramTable {
    private var flows: [FlowKey: DatagramFlow] = [:]
    private var ended: PackedRecords<CaptureDatagrams>
    private var handshakes: PackedRecords<CaptureHandshake>
    private var count = 0
    /// Numbers the flows of a capture that is filtered; nil where all packets are taken.
    private var numbering: DatagramNumbering?

    /// `numbering` where packets are left out (`pass`).
    init(most: Int, numbering: DatagramNumbering? = nil, _ spool: (() -> any InspectionSpool)?) {
        self.numbering = numbering
        ended = PackedRecords(most: most, spool?())
        handshakes = PackedRecords(most: most, spool?())
    }

    /// Flows that could not be listed.
    var leftOut: Int { ended.leftOut }

    /// Takes a datagram, with `most` flows open at a time. False where it should be a name server's and is no message of one.
    mutating func receive(
        _ packet: DissectedPacket,
        _ payload: RawSpan,
        _ arrival: Arrival,
        _ lookups: DNSLookups,
        most: Int
    ) -> Bool {
        var isForward = false
        let key = FlowKey(packet, isForward: &isForward)
        let number = numbering?.number(key, at: arrival.stamp)
        // Among all packets it had to make room meanwhile, and is another one.
        if let number, let known = flows[key], known.summary.number != number {
            end(known)
            flows[key] = nil
        }
        if flows[key] == nil {
            if flows.count >= most { makeRoom() }
            flows[key] = DatagramFlow(number: number ?? count, packet, isForward: isForward, arrival)
            count += 1
        }
        let isNamed = DNSLookups.serves(packet)
        let isSound = !isNamed || lookups.receive(payload, packet, arrival)
        if isNamed, isSound { flows[key]?.noteNames() }
        flows[key]?.receive(packet, isForward: isForward, payload, arrival)
        return isSound
    }

    /// A datagram that is left out tells only that there is a flow.
    mutating func pass(_ packet: DissectedPacket, at stamp: Int64) {
        var isForward = false
        let key = FlowKey(packet, isForward: &isForward)
        _ = numbering?.number(key, at: stamp)
    }

    /// The quarter that was silent for longest goes.
    private mutating func makeRoom() {
        let order = flows.sorted { $0.value.lastStamp < $1.value.lastStamp }
        for (key, flow) in order.prefix(max(1, order.count / 4)) {
            end(flow)
            flows[key] = nil
        }
    }

    private mutating func end(_ flow: DatagramFlow) {
        ended.add(flow.summary)
        if let handshake = flow.handshake { handshakes.add(handshake) }
    }

    /// All of them and what QUIC's handshakes show, by their numbers. To be called once.
    mutating func finish() -> (InspectedList<CaptureDatagrams>, InspectedList<CaptureHandshake>) {
        for flow in flows.values.sorted(by: { $0.summary.number < $1.summary.number }) { end(flow) }
        flows = [:]
        return (ended.takeSorted(), handshakes.takeSorted())
    }
}
