/// A run of bytes of one direction's stream that waits for what comes before it.
struct WaitingPiece {
    /// Place of its first byte in the stream, from 0 behind the SYN.
    var offset: Int
    var length: Int
    /// The bytes that the capture holds: fewer than `length` where the recorder cut the packet.
    var bytes: [UInt8]
    /// False where the conversation did not need to see the bytes: they are there, and are kept for who follows it at most.
    var isSeen: Bool
    var arrival: Arrival
    /// How many bytes of it were seen again while it waited.
    var seenAgain = 0

    var end: Int { offset + length }
}
