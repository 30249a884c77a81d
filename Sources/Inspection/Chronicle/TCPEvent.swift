/// Something that TCP did on a connection and that is worth telling, or a run of the same.
package struct TCPEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case syn, synAck, connected
        /// Sent again, or sent first where the capture lacks the copy before.
        case retransmission
        case outOfOrder
        /// Bytes are missing in front of the segment.
        case gap
        case duplicateAck
        /// The receiver has no room, and has some again.
        case zeroWindow, windowOpened
        /// The sender has sent all that there is room for.
        case windowFull
        case windowProbe, keepAlive
        /// What answers either of the two.
        case probeAnswer
        case fin, reset
        /// Nobody said anything until this moment.
        case silence
    }

    /// What made a sender send again.
    package enum Repair: String, Hashable, Sendable, CaseIterable {
        case fast, timeout, tailProbe
        /// Nothing that was seen: all of it had been acknowledged.
        case spurious
    }

    package var kind: Kind
    /// nil where it was neither.
    package var isFromClient: Bool?
    /// Nanoseconds since 1970, of the first packet and of the last one.
    package var stamp: Int64
    package var lastStamp: Int64
    /// Numbers in the file, of the first packet and of the last one.
    package var packet: Int
    package var lastPacket: Int
    /// Packets that did the same one after the other.
    package var count = 1
    /// Place in its sender's stream, from 0 behind the SYN, of the first byte; of a duplicate acknowledgement, in the other's
    /// stream, of the byte that is waited for. nil where it speaks of none.
    package var offset: Int?
    /// Payload of all its packets; of a gap what is missing. Zero where there is none.
    package var bytes = 0
    /// Of a retransmission.
    package var repair: Repair?
    /// The capture has the copy before, or one of these flags had come already.
    package var isAgain = false
    /// Of a SYN.
    package var offer: TCPOffer?
    /// Room in bytes; nil where the scale is not known.
    package var window: Int?
    /// For how long nobody said anything, or there was no room, in nanoseconds.
    package var time: Int64?

    package init(_ kind: Kind, isFromClient: Bool?, stamp: Int64, packet: Int) {
        self.kind = kind
        self.isFromClient = isFromClient
        (self.stamp, lastStamp) = (stamp, stamp)
        (self.packet, lastPacket) = (packet, packet)
    }
}
