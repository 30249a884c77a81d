/// Identifies a packet independently of other traffic: a packet's fate is a function of the seed and its
/// identity.
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
