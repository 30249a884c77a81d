import Wire

/// Gives every packet its identity: numbers the client's connections as they open, and the packets in each.
///
/// A connection is the client's address and TCP port from one SYN to the next. Retransmitted SYNs keep the number.
package struct FlowNumbering: Sendable {
    /// The end of connections that the client's side has.
    private struct NearEnd: Hashable {
        var address: IPAddress
        var port: UInt16

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

    package init() {}

    /// The packet's identity and its TCP header's content; nil for a packet of no connection.
    package mutating func read(
        _ packet: RawSpan,
        _ direction: LinkDirection
    ) -> (identity: PacketIdentity, segment: LinkSegment?) {
        guard let ip = IPHeader(packet), ip.transport == IPv4Header.tcp, !ip.continuesFragment,
            let tcp = TCPHeader(packet, at: ip.headerLength)
        else { return (identifyOther(direction), nil) }
        let port = direction == .up ? tcp.sourcePort : tcp.destinationPort
        let end = NearEnd(address: direction == .up ? ip.source : ip.destination, port: port)
        let isSyn = tcp.flags.contains(.syn)
        if direction == .up, isSyn, !tcp.flags.contains(.ack), flows[end]?.initialSequence != tcp.sequence {
            opened += 1
            flows[end] = Flow(number: opened, initialSequence: tcp.sequence)
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

    private mutating func identifyOther(_ direction: LinkDirection) -> PacketIdentity {
        let number = others[direction]
        others[direction] += 1
        return PacketIdentity(direction: direction, flow: 0, number: number)
    }
}
