/// What a capture file says about one packet, beside its bytes.
package struct CapturedPacket: Hashable, Sendable {
    /// Its place in the file, from 1.
    package var number: Int
    /// Index of its interface within the section; 0 in classic pcap.
    package var interface: Int
    package var linkType: LinkType
    /// Nanoseconds since 1970. A simple packet block carries none: it takes the one of the packet before.
    package var stamp: Int64
    /// Bytes on the wire; the capture may hold fewer.
    package var originalLength: Int

    package init(number: Int, interface: Int = 0, linkType: LinkType, stamp: Int64, originalLength: Int) {
        self.number = number
        self.interface = interface
        self.linkType = linkType
        self.stamp = stamp
        self.originalLength = originalLength
    }
}
