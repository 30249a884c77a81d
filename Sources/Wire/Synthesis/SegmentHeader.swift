/// The headers of a TCP segment that is made rather than received.
struct SegmentHeader {
    /// Largest payload that either end announces, in bytes.
    static let largestPayload = 32_768
    /// Shift of the windows that both ends announce.
    private static let windowShift: UInt8 = 14
    private static let length = 20
    private static let optionsLength = 8
    private static let timeToLive: UInt8 = 64

    /// Both addresses are of one family.
    var source: SynthesizedFlow.End
    var destination: SynthesizedFlow.End
    var sequence: UInt32
    var acknowledgement: UInt32
    var flags: TCPHeader.Flags

    /// Replaces `bytes` by the headers of a segment with that payload.
    func encode(into bytes: inout [UInt8], before payload: RawSpan) {
        bytes.removeAll(keepingCapacity: true)
        let opens = flags.contains(.syn)
        let segmentLength = Self.length + (opens ? Self.optionsLength : 0) + payload.byteCount
        let addresses = appendNetwork(to: &bytes, segmentLength)
        let start = bytes.count
        Self.append(source.port, to: &bytes)
        Self.append(destination.port, to: &bytes)
        Self.append(sequence, to: &bytes)
        Self.append(acknowledgement, to: &bytes)
        bytes += [UInt8(Self.length + (opens ? Self.optionsLength : 0)) << 2, flags.rawValue]
        Self.append(UInt16.max, to: &bytes)
        bytes += [0, 0, 0, 0]
        if opens {
            bytes += [2, 4]
            Self.append(UInt16(Self.largestPayload), to: &bytes)
            bytes += [1, 3, 3, Self.windowShift]
        }
        var sum = InternetChecksum.pseudoHeader(
            bytes.span.bytes.extracting(addresses),
            IPv4Header.tcp,
            length: segmentLength
        )
        sum = InternetChecksum.sum(bytes.span.bytes.extracting(start...), onto: sum)
        sum = InternetChecksum.sum(payload, onto: sum)
        bytes.store(InternetChecksum.checksum(of: sum), at: start + 16)
    }

    /// Returns where both addresses are.
    private func appendNetwork(to bytes: inout [UInt8], _ segmentLength: Int) -> Range<Int> {
        switch (source.host, destination.host) {
        case (.v4(let source), .v4(let destination)):
            bytes += [0x45, 0]
            Self.append(UInt16(20 + segmentLength), to: &bytes)
            // Not a fragment, and not to be made into any.
            bytes += [0, 0, 0x40, 0, Self.timeToLive, IPv4Header.tcp, 0, 0]
            Self.append(source, to: &bytes)
            Self.append(destination, to: &bytes)
            bytes.store(InternetChecksum.checksum(of: InternetChecksum.sum(bytes.span.bytes)), at: 10)
            return 12..<20
        default:
            bytes += [0x60, 0, 0, 0]
            Self.append(UInt16(segmentLength), to: &bytes)
            bytes += [IPv4Header.tcp, Self.timeToLive]
            for case .v6(let high, let low) in [source.host.mapped, destination.host.mapped] {
                Self.append(high, to: &bytes)
                Self.append(low, to: &bytes)
            }
            return 8..<40
        }
    }

    private static func append<Value: FixedWidthInteger>(_ value: Value, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
}
