/// What is in front of each packet of a port made with offload (`struct virtio_net_hdr`): the work that is left to do for it.
package struct OffloadHeader: Hashable, Sendable {
    package static let byteCount = 10

    private static let needsChecksum: UInt8 = 1
    private static let segmentsOfTCP4: UInt8 = 1
    /// Offset of the checksum in a TCP header.
    private static let checksumOffset = 16

    /// As written and read.
    package let bytes: [UInt8]

    /// A packet that is whole and complete.
    package static let none = OffloadHeader(bytes: [UInt8](repeating: 0, count: byteCount))

    /// Segments of TCP over IPv4 that are sent as one, each with at most `size` bytes of payload. `ip` and `tcp` are the lengths
    /// of their headers. The checksum in the TCP header is that of the pseudo header alone.
    package static func segments(ofSize size: Int, ip: Int, tcp: Int) -> OffloadHeader {
        let numbers = [ip + tcp, size, ip, checksumOffset].map { UInt16(truncatingIfNeeded: $0) }
        // In the machine's byte order.
        let words = numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
        return OffloadHeader(bytes: [needsChecksum, segmentsOfTCP4] + words)
    }
}
