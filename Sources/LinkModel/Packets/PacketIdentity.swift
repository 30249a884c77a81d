/// Which packet this is, whatever else is on the line: the fate of a packet is a function of the seed and of this.
package struct PacketIdentity: Hashable, Sendable {
    package var direction: LinkDirection
    /// The n-th connection that the client opened, from 1; 0 for packets of no connection.
    package var flow: UInt32
    /// The packet's number in its flow and direction, from 0.
    package var number: UInt32

    @inlinable
    package init(direction: LinkDirection, flow: UInt32, number: UInt32) {
        self.direction = direction
        self.flow = flow
        self.number = number
    }
}
