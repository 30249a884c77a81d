/// A notable TCP event on a connection, or a run of the same event.
package struct TCPEvent: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case syn, synAck, connected
        /// Sent again, or sent first if the capture lacks the copy before.
        case retransmission
        case outOfOrder
        /// Bytes before the segment are missing.
        case gap
        case duplicateAck
        /// The receiver's window closed, and opened again.
        case zeroWindow, windowOpened
        /// The sender has filled the receiver's window.
        case windowFull
        case windowProbe, keepAlive
        /// The answer to either probe.
        case probeAnswer
        case fin, reset
        /// No packet came until this moment.
        case silence
    }

    /// What made the sender retransmit.
    package enum Repair: String, Hashable, Sendable, CaseIterable {
        case fast, timeout, tailProbe
        /// No visible reason: all of it had been acknowledged.
        case spurious
    }

    package var kind: Kind
    /// nil if neither end caused it.
    package var isFromClient: Bool?
    /// Nanoseconds since 1970 of the first packet and of the last one.
    package var stamp: Int64
    package var lastStamp: Int64
    /// Numbers in the file of the first packet and of the last one.
    package var packet: Int
    package var lastPacket: Int
    /// Consecutive packets that did the same.
    package var count = 1
    /// Stream position of the first byte, from 0 after the SYN, in its sender's stream; for a duplicate
    /// acknowledgement the position of the awaited byte in the other's stream. nil for events about no bytes.
    package var offset: Int?
    /// Stream position behind its furthest byte; set with `bytes`. Between it and `offset` may lie bytes that are not its own.
    package var end: Int?
    /// Payload of all its packets; for a gap the missing bytes. Zero for events without payload.
    package var bytes = 0
    /// Set for a retransmission.
    package var repair: Repair?
    /// The capture holds an earlier copy, or one of these flags had come already.
    package var isAgain = false
    /// Set for a SYN.
    package var offer: TCPOffer?
    /// Window in bytes; nil if the scale is unknown.
    package var window: Int?
    /// Duration of the silence or of the closed window, in nanoseconds.
    package var time: Int64?

    package init(_ kind: Kind, isFromClient: Bool?, stamp: Int64, packet: Int) {
        self.kind = kind
        self.isFromClient = isFromClient
        (self.stamp, lastStamp) = (stamp, stamp)
        (self.packet, lastPacket) = (packet, packet)
    }
}
