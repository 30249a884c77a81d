/// How far a capture file has been read: what was counted in it so far, and what was found.
struct CaptureProgress: Sendable {
    /// Packets handed out so far.
    private(set) var packets = 0
    /// Blocks (pcapng) or records (pcap) seen so far.
    private(set) var blocks = 0
    private(set) var findings = CaptureFileFindings()
    private(set) var lastStamp: Int64 = 0
    private var hasNotedStamp = false

    mutating func beginBlock() {
        blocks += 1
    }

    mutating func note(packet: Int? = nil, block: Int? = nil, _ fault: CaptureFileFault) {
        findings.add(CaptureFileFinding(packet: packet, block: block, fault))
    }

    /// Adds a finding about the block that is being read.
    mutating func noteBlock(_ fault: CaptureFileFault) {
        note(block: blocks, fault)
    }

    /// Counts a packet that cannot be handed out.
    mutating func skipPacket(_ fault: CaptureFileFault) {
        packets += 1
        note(packet: packets, block: blocks, fault)
    }

    /// Counts a packet and hands it out.
    mutating func hand(
        _ bytes: RawSpan,
        interface: Int,
        linkType: LinkType,
        stamp: Int64?,
        originalLength: Int,
        to packet: (CapturedPacket, RawSpan) -> Void
    ) {
        packets += 1
        // Stamps before 1970 are refused, so that the difference between any two never overflows.
        if let stamp, stamp >= 0 {
            lastStamp = stamp
        } else if !hasNotedStamp {
            hasNotedStamp = true
            note(
                packet: packets,
                block: blocks,
                .stamp
            )
        }
        packet(
            CapturedPacket(
                number: packets,
                interface: interface,
                linkType: linkType,
                stamp: lastStamp,
                originalLength: max(originalLength, bytes.byteCount)
            ),
            bytes
        )
    }
}
