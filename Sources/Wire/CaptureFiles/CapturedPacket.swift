/// What a capture file records about a packet beside its bytes.
package struct CapturedPacket: Hashable, Sendable {
    /// Number of the packet in the file, from 1.
    package var number: Int
    /// Index of its interface within the section; 0 in classic pcap.
    package var interface: Int
    package var linkType: LinkType
    /// Nanoseconds since 1970. A simple packet block has none and takes that of the previous packet.
    package var stamp: Int64
    /// Length on the wire; the capture may hold fewer bytes.
    package var originalLength: Int

    package init(number: Int, interface: Int = 0, linkType: LinkType, stamp: Int64, originalLength: Int) {
        self.number = number
        self.interface = interface
        self.linkType = linkType
        self.stamp = stamp
        self.originalLength = originalLength
    }
}
