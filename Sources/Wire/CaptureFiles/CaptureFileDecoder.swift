/// Reads a capture file, pcapng or classic pcap, from chunks of any size.
///
/// The input is untrusted. Whatever it holds, decoding continues or stops with a finding, and never keeps
/// more than one block. A timestamp out of range, a block that is too long and a truncated file are all
/// findings.
package struct CaptureFileDecoder: Sendable {
    /// Longer blocks are skipped with a finding.
    package static let longestBlock = 16 << 20

    /// nil until the first bytes have been read.
    package private(set) var format: CaptureFileFormat?
    private var pcap: PcapDecoder?
    private var pcapng = PcapngDecoder()
    private var progress = CaptureProgress()
    /// The beginning of an incomplete block.
    private var pending: [UInt8] = []
    /// Remaining bytes of a block that is being skipped.
    private var passingOver = 0
    private var hasStopped = false

    /// Packets handed out so far.
    package var packets: Int { progress.packets }
    /// Blocks (pcapng) or records (pcap) seen so far.
    package var blocks: Int { progress.blocks }
    package var findings: CaptureFileFindings { progress.findings }
    /// Interfaces of the current section.
    package var interfaces: [CaptureInterface] { pcap.map { [$0.interface] } ?? pcapng.descriptions }
    /// Names in the file by address; the last one counts.
    package var names: [IPAddress: String] { pcapng.hostNames }
    /// Packets that the recorder dropped, according to the file's statistics.
    package var dropped: UInt64 { pcapng.dropped }

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
                progress.note(
                    block: blocks + 1,
                    .cutOff
                )
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
        case .length, .incomplete:
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
        case .incomplete(let count), .length(let count):
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
        case .length, .incomplete:
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
        progress.beginBlock()
        passingOver = length
        progress.noteBlock(.tooLong(length, most: Int(Self.longestBlock)))
    }

    private mutating func stop(_ fault: CaptureFileFault) {
        progress.note(block: format == nil ? nil : blocks + 1, fault)
        pending = []
        hasStopped = true
    }

    private func frame(_ bytes: RawSpan) -> CaptureFrame {
        if let pcap { return pcap.frame(bytes) }
        return format == nil ? firstFrame(bytes) : pcapng.frame(bytes)
    }

    /// Detects the format by the file's first four bytes.
    private func firstFrame(_ bytes: RawSpan) -> CaptureFrame {
        guard let magic = bytes.bigEndian32(at: 0) else { return .incomplete(4) }
        if magic == PcapngBlock.sectionHeader { return pcapng.frame(bytes) }
        return PcapDecoder.begins(with: magic)
            ? .length(PcapDecoder.headerBytes) : .damaged(.unknownFormat)
    }

    private mutating func decode(
        _ block: RawSpan,
        _ secrets: (CaptureSecrets) -> Void,
        _ packet: (CapturedPacket, RawSpan) -> Void
    ) {
        if let pcap {
            pcap.decode(block, &progress, packet: packet)
        } else if format == nil, let pcap = PcapDecoder(header: block) {
            self.pcap = pcap
            format = pcap.format
        } else {
            format = .pcapng
            pcapng.decode(block, &progress, secrets: secrets, packet: packet)
        }
    }

    /// Adds a finding.
    package mutating func note(_ fault: CaptureFileFault) {
        progress.note(fault)
    }
}
