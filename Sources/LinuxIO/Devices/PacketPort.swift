/// One end of a line: a non-blocking descriptor with one packet per read or write.
package struct PacketPort: ~Copyable, Sendable {
    private let descriptor: OwnedDescriptor
    /// Bytes in front of the IP packet in each read and write.
    package let headerBytes: Int

    init(descriptor: consuming OwnedDescriptor, headerBytes: Int) {
        self.descriptor = descriptor
        self.headerBytes = headerBytes
    }

    /// Borrowed.
    package var raw: Int32 { descriptor.raw }
}
