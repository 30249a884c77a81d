import LinuxIO
import Wire

/// A packet from a phone on its way to an interface with offload, with the TCP segments that directly follow it: one write,
/// and one packet for the hosts' protocols.
///
/// Only segments that the kernel would make again from the whole go together: everything but their place in the stream is the
/// same, all are of one size but for the last, which may be shorter, and only the last is to be delivered at once.
struct SegmentRun {
    /// The total length in a header has 16 bits.
    private static let mostBytes = 65_535
    private static let totalLength = 2
    private static let headerChecksum = 10

    /// The packet, grown by the payloads of those that follow.
    private var packet: [UInt8]
    /// nil if nothing can follow it.
    private var last: StreamSegment?
    /// Payload of each segment, in bytes.
    private let each: Int
    private var count = 1

    init(_ packet: [UInt8]) {
        self.packet = packet
        last = StreamSegment(packet.span.bytes)
        each = last?.payload.count ?? 0
    }

    /// False if the packet does not follow the others.
    mutating func add(_ next: [UInt8]) -> Bool {
        guard let last, last.payload.count == each, !last.tcp.flags.contains(.psh),
            let segment = StreamSegment(next.span.bytes), segment.payload.count <= each,
            segment.tcp.sequence == last.tcp.sequence &+ UInt32(each),
            packet.count + segment.payload.count <= Self.mostBytes,
            isAlike(next, headers: segment.payload.lowerBound)
        else { return false }
        packet += next[segment.payload]
        self.last = segment
        count += 1
        return true
    }

    /// Whether the headers differ only in what the kernel makes again: lengths, identification, checksums, sequence number, and
    /// the flag of the last.
    private func isAlike(_ next: [UInt8], headers: Int) -> Bool {
        guard headers <= packet.count else { return false }
        // Version, type of service; fragment field, time to live, protocol; addresses and ports; acknowledgement and
        // header length; window; urgent pointer and options.
        let same = [0..<2, 6..<10, 12..<24, 28..<33, 34..<36, 38..<headers]
        return same.allSatisfy { packet[$0].elementsEqual(next[$0]) }
    }

    /// As the interface takes it, with its header.
    var frame: [UInt8] {
        guard count > 1, let last else { return OffloadHeader.none.bytes + packet }
        let start = last.ip.headerLength
        let offload = OffloadHeader.segments(ofSize: each, ip: start, tcp: last.tcp.headerLength)
        var whole = packet
        whole.store(UInt16(whole.count), at: Self.totalLength)
        whole.store(0, at: Self.headerChecksum)
        let header = InternetChecksum.sum(whole.span.bytes.extracting(0..<start))
        whole.store(InternetChecksum.checksum(of: header), at: Self.headerChecksum)
        whole[start + 13] |= last.tcp.flags.rawValue
        let pseudo = StreamSegment.pseudoHeader(of: whole.span.bytes, length: whole.count - start)
        whole.store(~InternetChecksum.checksum(of: pseudo), at: start + 16)
        return offload.bytes + whole
    }
}
