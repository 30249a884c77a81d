/// A run of bytes of one direction's stream, as one packet first brought it.
struct StreamPiece {
    /// Place of its first byte in the stream, from 0 behind the SYN.
    var offset: Int
    var length: Int
    /// The bytes that the capture holds: fewer than `length` where the recorder cut the packet.
    var bytes: [UInt8]
    var stamp: Int64
    var packet: Int
    /// How many bytes of it were seen again while it waited for what comes before.
    var seenAgain = 0

    var end: Int { offset + length }
}
