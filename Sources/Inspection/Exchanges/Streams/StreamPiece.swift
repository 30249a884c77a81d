/// Position of a run of bytes in its direction's stream, and the packets that carried it.
struct StreamPiece {
    /// Position of its first byte, from 0 after the SYN.
    var offset: Int
    /// Length in the stream; the capture may hold fewer bytes, if the recorder cut the packet.
    var length: Int
    /// The packet that first carried these bytes.
    var arrival: Arrival
    /// The packet with which everything before them had arrived.
    var before: Arrival
    /// The first packet of the encrypted record that held them; nil in the clear.
    var began: Arrival?

    var end: Int { offset + length }
    /// The packet with which they and everything before them had arrived.
    var arrived: Arrival { .latest(arrival, before) }

    /// The piece from stream offset `offset` on, which lies within it.
    func from(_ offset: Int) -> StreamPiece {
        StreamPiece(offset: offset, length: end - offset, arrival: arrival, before: before, began: began)
    }
}
