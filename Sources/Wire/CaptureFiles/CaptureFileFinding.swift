/// A fault of a capture file, and its place.
package struct CaptureFileFinding: Hashable, Sendable {
    /// Number of the packet in the file, from 1, if the fault concerns one.
    package var packet: Int?
    /// Number of the block (pcapng) or record (pcap) in the file, from 1.
    package var block: Int?
    package var fault: CaptureFileFault

    package init(packet: Int? = nil, block: Int? = nil, _ fault: CaptureFileFault) {
        self.packet = packet
        self.block = block
        self.fault = fault
    }
}
