/// One thing a line can do to a packet before its queue. Each impairment is a small type in a file of its own.
package protocol Impairment: Sendable {
    /// True where the packet is lost here.
    mutating func loses(_ packet: PacketIdentity) -> Bool
}
