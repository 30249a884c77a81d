import Wire

/// Gives every packet its identity: numbers the client's connections as they open, and the packets in each.
///
/// A connection is the client's address and TCP port from one SYN to the next. Retransmitted SYNs keep the number. QUIC's are the
/// client's address and UDP port towards the port of HTTPS.
package struct FlowNumbering: Sendable {
    /// The end of connections that the client's side has.
    private struct NearEnd: Hashable {
        var address: IPAddress
        var port: UInt16
        var isDatagrams = false

        /// The port alone tells nearly all apart, and this is done for every packet.
        func hash(into hasher: inout Hasher) { hasher.combine(port) }
    }

    private struct Flow {
        var number: UInt32
        var initialSequence: UInt32
        var packets = PerDirection<UInt32>(up: 0, down: 0)
        var scaling = WindowScaling()
    }

    private var flows: [NearEnd: Flow] = [:]
    private var opened: UInt32 = 0
    private var others = PerDirection<UInt32>(up: 0, down: 0)
    /// The clients' ports by the flow's number less one.
    package private(set) var clientPorts: [UInt16] = []
    /// Some are QUIC's, whose packets do not tell the port to the line's log.
    package private(set) var hasDatagrams = false
    /// QUIC's port on the far side.
    private static let quicPort: UInt16 = 443

    package init() {}

    /// The packet's identity and its TCP header's content; nil for a packet of no connection.
    package mutating func read(
        _ packet: RawSpan,
        _ direction: LinkDirection
    ) -> (identity: PacketIdentity, segment: LinkSegment?) {
        guard let ip = IPHeader(packet), !ip.continuesFragment else { return (identifyOther(direction), nil) }
        if ip.transport == IPv4Header.udp { return (identifyDatagram(packet, ip, direction), nil) }
        guard ip.transport == IPv4Header.tcp, let tcp = TCPHeader(packet, at: ip.headerLength) else {
            return (identifyOther(direction), nil)
        }
        let port = direction == .up ? tcp.sourcePort : tcp.destinationPort
        let end = NearEnd(address: direction == .up ? ip.source : ip.destination, port: port)
        let isSyn = tcp.flags.contains(.syn)
        if direction == .up, isSyn, !tcp.flags.contains(.ack), flows[end]?.initialSequence != tcp.sequence {
            open(end, initialSequence: tcp.sequence)
        }
        guard var flow = flows[end] else { return (identifyOther(direction), nil) }
        if isSyn { flow.scaling.offer(tcp.windowShift(packet, at: ip.headerLength), direction) }
        let number = flow.packets[direction]
        flow.packets[direction] += 1
        // Written back as a whole: changing it in place would allocate for every packet.
        flows[end] = flow
        let segment = LinkSegment(
            clientPort: port,
            flags: tcp.flags,
            sequence: tcp.sequence,
            acknowledgement: tcp.acknowledgement,
            payload: UInt16(clamping: ip.totalLength - ip.headerLength - tcp.headerLength),
            window: flow.scaling.bytes(tcp.window, direction, isSyn: isSyn)
        )
        return (PacketIdentity(direction: direction, flow: flow.number, number: number), segment)
    }

    private mutating func open(_ end: NearEnd, initialSequence: UInt32) {
        opened += 1
        clientPorts.append(end.port)
        flows[end] = Flow(number: opened, initialSequence: initialSequence)
    }

    private mutating func identifyDatagram(
        _ packet: RawSpan,
        _ ip: IPHeader,
        _ direction: LinkDirection
    ) -> PacketIdentity {
        guard let source = packet.bigEndian16(at: ip.headerLength),
            let destination = packet.bigEndian16(at: ip.headerLength + 2)
        else { return identifyOther(direction) }
        let (near, far) = direction == .up ? (source, destination) : (destination, source)
        let address = direction == .up ? ip.source : ip.destination
        guard far == Self.quicPort else { return identifyOther(direction) }
        let end = NearEnd(address: address, port: near, isDatagrams: true)
        if direction == .up, flows[end] == nil {
            hasDatagrams = true
            open(end, initialSequence: 0)
        }
        guard var flow = flows[end] else { return identifyOther(direction) }
        let number = flow.packets[direction]
        flow.packets[direction] += 1
        flows[end] = flow
        return PacketIdentity(direction: direction, flow: flow.number, number: number)
    }

    private mutating func identifyOther(_ direction: LinkDirection) -> PacketIdentity {
        let number = others[direction]
        others[direction] += 1
        return PacketIdentity(direction: direction, flow: 0, number: number)
    }
}
