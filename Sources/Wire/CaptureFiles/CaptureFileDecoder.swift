/// Reads a capture file, pcapng or classic pcap, from chunks of any size.
///
/// The input is untrusted. Whatever it holds, decoding continues or stops with a finding, and never keeps
/// more than one block. A timestamp out of range, a block that is too long and a truncated file are all
/// findings.
package struct CaptureFileDecoder: Sendable {
    /// Longer blocks are skipped with a finding.
    package static let longestBlock = 16 << 20
    /// Maximum interfaces remembered; packets of further ones are skipped.
    package static let mostInterfaces = 65_536
    /// Maximum names; further ones are skipped.
    package static let mostNames = 65_536

    /// nil until the first bytes have been read.
    package internal(set) var format: CaptureFileFormat?
    /// Packets handed out so far.
    package internal(set) var packets = 0
    /// Blocks (pcapng) or records (pcap) seen so far.
    package internal(set) var blocks = 0
    /// Interfaces of the current section.
    package internal(set) var interfaces: [CaptureInterface] = []
    /// Facts about each interface that reading a packet needs.
    var clocks: [InterfaceClock] = []
    /// Names in the file by address; the last one counts.
    package internal(set) var names: [IPAddress: String] = [:]
    package private(set) var findings = CaptureFileFindings()
    /// Packets that the recorder dropped, according to the file's statistics.
    package internal(set) var dropped: UInt64 = 0

    var order = ByteOrder.little
    var lastStamp: Int64 = 0
    /// The beginning of an incomplete block.
    private var pending: [UInt8] = []
    /// Remaining bytes of a block that is being skipped.
    private var passingOver = 0
    private var hasStopped = false
    private var hasNotedStamp = false

    /// What the first bytes of a block say about its length.
    enum Frame {
        /// Too few bytes to know; this many are enough.
        case needs(Int)
        case length(Int)
        case tooLong(Int)
        case damaged(CaptureFileFault)
    }

    package init() {}

    /// Takes the file's next bytes and hands out each packet that they complete, in the order of the file.
    ///
    /// `secrets` receives the secrets that decrypt the packets that follow.
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

    /// Ends the file, and notes if it is truncated.
    package mutating func finish() {
        if !hasStopped, !pending.isEmpty || passingOver > 0 {
            if format == nil {
                note(.tooShort)
            } else {
                note(block: blocks + 1, .cutOff)
            }
        } else if format == nil, !hasStopped {
            note(.empty)
        }
        pending = []
        passingOver = 0
        hasStopped = true
    }

    /// Takes one whole block from the front, or keeps its beginning; returns the number of bytes used.
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
        case .damaged(let fault):
            stop(fault)
            return rest.byteCount
        }
    }

    /// Extends the pending block up to its end and no further.
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

    /// Acts on the pending bytes as soon as they suffice, since the file may end with them.
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
        case .damaged(let fault):
            stop(fault)
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
        note(block: blocks, .tooLong(length, most: Int(Self.longestBlock)))
    }

    private mutating func stop(_ fault: CaptureFileFault) {
        note(block: format == nil ? nil : blocks + 1, fault)
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

    /// Detects the format by the file's first four bytes.
    private func firstFrame(_ bytes: RawSpan) -> Frame {
        guard let magic = bytes.bigEndian32(at: 0) else { return .needs(4) }
        if magic == PcapngBlock.sectionHeader { return pcapngFrame(bytes) }
        if Self.pcapFormat(magic: magic) != nil { return .length(24) }
        return .damaged(.unknownFormat)
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

    /// Adds a finding.
    package mutating func note(packet: Int? = nil, block: Int? = nil, _ fault: CaptureFileFault) {
        findings.add(CaptureFileFinding(packet: packet, block: block, fault))
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
            note(packet: packets, block: blocks, .stamp)
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
