package import Wire

/// Reads packets one by one and says at the end what exchanges they carried.
///
/// Bodies are counted, never kept; what must wait for an earlier packet is bounded for each connection.
package struct CaptureInspector: ~Copyable {
    private var conversations: [TCPConversation] = []
    /// Index of the newest conversation between two endpoints.
    private var index: [FlowKey: Int] = [:]
    private var findings = CaptureFindings()
    private var packets = 0
    private var cutShort = 0
    private var firstStamp: Int64?
    private var lastStamp: Int64?
    private var unknownLinks: Set<LinkType> = []

    package init() {}

    /// Takes the next packet of the file.
    package mutating func receive(_ packet: CapturedPacket, _ bytes: RawSpan) {
        packets += 1
        firstStamp = min(firstStamp ?? packet.stamp, packet.stamp)
        lastStamp = max(lastStamp ?? packet.stamp, packet.stamp)
        switch PacketContent(bytes, linkType: packet.linkType) {
        case .segment(let segment):
            if segment.payload.count < segment.payloadLength { cutShort += 1 }
            conversation(of: segment, packet).receive(segment, bytes, packet, &findings)
        case .cutShort:
            cutShort += 1
        case .fragment:
            note(packet, "it is a fragment of a packet: fragments are not put together")
        case .damaged(let sentence):
            note(packet, sentence)
        case .unknownLink:
            guard unknownLinks.insert(packet.linkType).inserted else { return }
            note(packet, "packets of link type \(packet.linkType.rawValue) are not understood")
        case .other:
            break
        }
    }

    /// The file has ended. To be called once.
    package mutating func finish() -> CaptureInspection {
        if cutShort > 0 {
            findings.add(
                CaptureFinding("\(cutShort) packets are not whole: their recorder kept only their beginning")
            )
        }
        for conversation in conversations { conversation.finish(&findings) }
        let exchanges = conversations.flatMap(\.exchanges)
        return CaptureInspection(
            exchanges: exchanges.sorted {
                ($0.firstPacket ?? 0, $0.stream, $0.order) < ($1.firstPacket ?? 0, $1.stream, $1.order)
            },
            flows: conversations.map(\.summary),
            findings: findings,
            packets: packets,
            firstStamp: firstStamp,
            lastStamp: lastStamp
        )
    }

    private mutating func conversation(of segment: TCPSegment, _ packet: CapturedPacket) -> TCPConversation {
        let key = FlowKey(segment.source, segment.destination)
        if let known = index[key], !conversations[known].isReused(by: segment) { return conversations[known] }
        let conversation = TCPConversation(
            stream: conversations.count,
            source: segment.source,
            destination: segment.destination,
            stamp: packet.stamp
        )
        index[key] = conversations.count
        conversations.append(conversation)
        return conversation
    }

    private mutating func note(_ packet: CapturedPacket, _ sentence: String) {
        findings.add(CaptureFinding(packet: packet.number, sentence))
    }
}
