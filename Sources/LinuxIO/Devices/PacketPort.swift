/// One end of a line: a non-blocking descriptor on which every read and every write is one packet.
package struct PacketPort: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// What stands before the IP packet in each read and write.
    package let headerBytes: Int

    init(descriptor: consuming OwnedDescriptor, headerBytes: Int) {
        self.descriptor = descriptor
        self.headerBytes = headerBytes
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }
}
