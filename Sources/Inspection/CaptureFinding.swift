package import Wire

/// Something that a capture's reader should know, and its place.
package struct CaptureFinding: Hashable, Sendable {
    /// Number of the packet in the file, from 1, if the finding concerns one.
    package var packet: Int?
    /// Number of the block (pcapng) or record (pcap) in the file, from 1.
    package var block: Int?
    /// Number of the TCP stream, from 0.
    package var stream: Int?
    package var fault: CaptureFault

    package init(packet: Int? = nil, block: Int? = nil, stream: Int? = nil, _ fault: CaptureFault) {
        self.packet = packet
        self.block = block
        self.stream = stream
        self.fault = fault
    }
}

package typealias CaptureFindings = BoundedFindings<CaptureFinding>
