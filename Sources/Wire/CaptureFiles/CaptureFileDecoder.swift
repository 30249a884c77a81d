/// Reads a capture file, pcapng or classic pcap, from chunks of any size.
///
/// The bytes are anybody's: whatever they hold, decoding goes on or stops with a finding, and never keeps more
/// than one block. A stamp that cannot be held, a block that is too long, an end in the middle: all are findings.
package struct CaptureFileDecoder: Sendable {
    /// A longer block is passed over with a finding.
    package static let longestBlock = 16 << 20
    /// Interfaces beyond these are not remembered, and their packets are passed over.
    package static let mostInterfaces = 65_536
    /// Names beyond these are passed over.
    package static let mostNames = 65_536

    /// nil until the first bytes have told.
    package internal(set) var format: CaptureFileFormat?
    /// Packets handed out so far.
    package internal(set) var packets = 0
    /// Blocks (pcapng) or records (pcap) seen so far.
    package internal(set) var blocks = 0
    /// Those of the current section.
    package internal(set) var interfaces: [CaptureInterface] = []
    /// What reading a packet needs of its interface.
    var clocks: [InterfaceClock] = []
    /// What the file's names say, by address; the last one said counts.
    package internal(set) var names: [IPAddress: String] = [:]
    package private(set) var findings = CaptureFindings()
    /// Packets that the file's statistics say its recorder dropped.
    package internal(set) var dropped: UInt64 = 0

    var order = ByteOrder.little
    var lastStamp: Int64 = 0
    /// The beginning of a block whose rest is still to come.
    private var pending: [UInt8] = []
    /// How many bytes of a block that is passed over are still to come.
    private var passingOver = 0
    private var hasStopped = false
    private var hasNotedStamp = false

    /// What the first bytes of a block say about where it ends.
    enum Frame {
        /// They are too few to say: this many would do.
        case needs(Int)
        case length(Int)
        case tooLong(Int)
        case damaged(String)
    }

    package init() {}

    /// Takes the file's next bytes and hands out each packet that they complete, in the order of the file.
    ///
    /// `secrets` is handed what the file holds to decrypt the packets behind it.
    package mutating func receive(
        _ bytes: RawSpan,
        secrets: (CaptureSecrets) -> Void = { _ in },
        packet: (CapturedPacket, RawSpan) -> Void
    ) {
        var offset = 0
        while offset < bytes.byteCount, !hasStopped {
            let rest = bytes.extracting(offset..<bytes.byteCount)
            if passingOver > 0 {
                let passed = min(passingOver, rest.byteCount)
                passingOver -= passed
                offset += passed
            } else if pending.isEmpty {
                offset += takeBlock(of: rest, secrets, packet)
            } else {
                offset += completePending(with: rest, secrets, packet)
            }
        }
    }

    /// The file has ended: says whether it ended where it should.
    package mutating func finish() {
        if !hasStopped, !pending.isEmpty || passingOver > 0 {
            if format == nil {
                note("the file is too short to be a capture")
            } else {
                note(block: blocks + 1, "the file ends in the middle of a block: its recorder was cut off")
            }
        } else if format == nil, !hasStopped {
            note("the file is empty")
        }
        pending = []
        passingOver = 0
        hasStopped = true
    }

    /// Takes one whole block off the front, or keeps its beginning; answers how many bytes that used.
    private mutating func takeBlock(
        of rest: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) -> Int {
        switch frame(rest) {
        case .length(let length) where length <= rest.byteCount:
            decode(rest.extracting(0..<length), secrets, packet)
            return length
        case .length, .needs:
            pending.append(copying: rest)
            return rest.byteCount
        case .tooLong(let length):
            passOver(length)
            return 0
        case .damaged(let sentence):
            stop(sentence)
            return rest.byteCount
        }
    }

    /// Lets the kept beginning grow up to its block's end and no further.
    private mutating func completePending(
        with rest: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) -> Int {
        var taken = 0
        switch frame(pending.span.bytes) {
        case .needs(let count), .length(let count):
            taken = min(count - pending.count, rest.byteCount)
            pending.append(copying: rest.extracting(0..<taken))
        case .tooLong, .damaged: break
        }
        settlePending(secrets, packet)
        return taken
    }

    /// Acts on what the kept beginning says as soon as it does: the file may end with it.
    private mutating func settlePending(
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        switch frame(pending.span.bytes) {
        case .length(let length) where length == pending.count:
            decodePending(secrets, packet)
        case .length, .needs:
            break
        case .tooLong(let length):
            let kept = pending.count
            pending.removeAll(keepingCapacity: true)
            passOver(length)
            passingOver -= kept
        case .damaged(let sentence):
            stop(sentence)
        }
    }

    private mutating func decodePending(
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        var block: [UInt8] = []
        swap(&block, &pending)
        decode(block.span.bytes, secrets, packet)
        block.removeAll(keepingCapacity: true)
        swap(&block, &pending)
    }

    private mutating func passOver(_ length: Int) {
        blocks += 1
        passingOver = length
        note(block: blocks, "a block of \(length) bytes is longer than \(Self.longestBlock): passed over")
    }

    private mutating func stop(_ sentence: String) {
        note(block: format == nil ? nil : blocks + 1, sentence)
        pending = []
        hasStopped = true
    }

    private func frame(_ bytes: RawSpan) -> Frame {
        switch format {
        case nil: firstFrame(bytes)
        case .pcapng: pcapngFrame(bytes)
        case .pcap(let order, _): pcapFrame(bytes, order)
        }
    }

    /// Tells the format by the file's first four bytes.
    private func firstFrame(_ bytes: RawSpan) -> Frame {
        guard let magic = bytes.bigEndian32(at: 0) else { return .needs(4) }
        if magic == PcapngBlock.sectionHeader { return pcapngFrame(bytes) }
        if Self.pcapFormat(magic: magic) != nil { return .length(24) }
        return .damaged("the file is neither pcapng nor pcap")
    }

    private mutating func decode(
        _ block: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        switch format {
        case nil:
            if let magic = block.bigEndian32(at: 0), let format = Self.pcapFormat(magic: magic) {
                begin(format, header: block)
            } else {
                format = .pcapng
                decodePcapng(block, secrets, packet)
            }
        case .pcapng:
            decodePcapng(block, secrets, packet)
        case .pcap(let order, let resolution):
            decodeRecord(block, order, resolution, packet: packet)
        }
    }

    /// Keeps something that its reader should know.
    package mutating func note(packet: Int? = nil, block: Int? = nil, _ sentence: String) {
        findings.add(CaptureFinding(packet: packet, block: block, sentence))
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
        // None before 1970, so that the time between any two packets can be held, too.
        if let stamp, stamp >= 0 {
            lastStamp = stamp
        } else if !hasNotedStamp {
            hasNotedStamp = true
            note(
                packet: packets,
                block: blocks,
                "the packet's stamp is before 1970 or beyond 64 bits of nanoseconds: it and any like it take the one before"
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
