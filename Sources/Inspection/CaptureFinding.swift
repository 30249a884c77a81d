package import Wire

/// Something that a capture's reader should know, and its place.
package struct CaptureFinding: Hashable, Sendable {
    /// Number of the packet in the file, from 1, if the finding concerns one.
    package var packet: Int?
    /// Number of the block (pcapng) or record (pcap) in the file, from 1.
    package var block: Int?
    /// nil if it concerns none, or several.
    package var connection: CaptureConnection?
    package var fault: CaptureFault

    /// `stream` is the number of a TCP connection.
    package init(packet: Int? = nil, block: Int? = nil, stream: Int? = nil, _ fault: CaptureFault) {
        self.packet = packet
        self.block = block
        connection = stream.map(CaptureConnection.tcp)
        self.fault = fault
    }

    package init(packet: Int? = nil, _ connection: CaptureConnection, _ fault: CaptureFault) {
        self.packet = packet
        self.connection = connection
        self.fault = fault
    }
}

package typealias CaptureFindings = BoundedFindings<CaptureFinding>
