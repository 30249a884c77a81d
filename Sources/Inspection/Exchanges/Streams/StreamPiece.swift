/// Where a run of bytes stands in its direction's stream, and what brought it.
struct StreamPiece {
    /// Place of its first byte, from 0 behind the SYN.
    var offset: Int
    /// In the stream; the capture may hold fewer bytes, where the recorder cut the packet.
    var length: Int
    /// The packet that first brought these bytes.
    var arrival: Arrival
    /// The packet with which everything before them had arrived.
    var before: Arrival

    var end: Int { offset + length }
    /// With this packet they and everything before them had arrived.
    var arrived: Arrival { .latest(arrival, before) }

    /// The piece from stream offset `offset` on, which lies within it.
    func from(_ offset: Int) -> StreamPiece {
        StreamPiece(offset: offset, length: end - offset, arrival: arrival, before: before)
    }
}
