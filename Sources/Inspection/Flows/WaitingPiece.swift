/// A run of bytes of one direction's stream that waits for earlier bytes.
struct WaitingPiece {
    /// Position of its first byte in the stream, from 0 after the SYN.
    var offset: Int
    var length: Int
    /// The bytes that the capture holds: fewer than `length` if the recorder cut the packet.
    var bytes: [UInt8]
    /// False if the conversation did not need to see the bytes: they exist, and are kept at most for a
    /// follower.
    var isSeen: Bool
    var arrival: Arrival
    /// Bytes of it that were seen again while it waited.
    var repeatedBytes = 0

    var end: Int { offset + length }
}
