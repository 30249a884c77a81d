import Wire

/// The UDP flows of a capture.
struct DatagramTable {
    private var flows: [FlowKey: DatagramFlow] = [:]
    private var ended: [CaptureDatagrams] = []
    private var handshakes: [CaptureHandshake] = []
    private var count = 0
    private(set) var leftOut = 0

    /// Takes a datagram. False where it should be a name server's and is no message of one.
    mutating func receive(
        _ packet: DissectedPacket,
        _ payload: RawSpan,
        _ arrival: Arrival,
        _ names: NameDesk,
        _ limits: InspectionLimits
    ) -> Bool {
        var isForward = false
        let key = FlowKey(packet, isForward: &isForward)
        if flows[key] == nil {
            if flows.count >= limits.liveFlows { makeRoom(limits) }
            flows[key] = DatagramFlow(number: count, packet, isForward: isForward, arrival)
            count += 1
        }
        let isNamed = NameDesk.serves(packet)
        let isSound = !isNamed || names.receive(payload, packet, arrival)
        if isNamed, isSound { flows[key]?.noteNames() }
        flows[key]?.receive(packet, isForward: isForward, payload, arrival)
        return isSound
    }

    /// The quarter that was silent for longest goes.
    private mutating func makeRoom(_ limits: InspectionLimits) {
        let order = flows.sorted { $0.value.lastStamp < $1.value.lastStamp }
        for (key, flow) in order.prefix(max(1, order.count / 4)) {
            end(flow, limits)
            flows[key] = nil
        }
    }

    private mutating func end(_ flow: DatagramFlow, _ limits: InspectionLimits) {
        guard ended.count < limits.results else {
            leftOut += 1
            return
        }
        ended.append(flow.summary)
        if let handshake = flow.handshake { handshakes.append(handshake) }
    }

    /// All of them and what QUIC's handshakes show, by their numbers. To be called once.
    mutating func finish(_ limits: InspectionLimits) -> ([CaptureDatagrams], [CaptureHandshake]) {
        for flow in flows.values { end(flow, limits) }
        flows = [:]
        return (ended.sorted { $0.number < $1.number }, handshakes.sorted { $0.stream < $1.stream })
    }
}
