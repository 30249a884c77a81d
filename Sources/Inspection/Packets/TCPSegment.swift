import Wire

/// One TCP segment as a capture holds it.
struct TCPSegment {
    var source: Endpoint
    var destination: Endpoint
    var header: TCPHeader
    /// Of the whole IP packet, by its own header.
    var packetBytes: Int
    /// By the IP header; the capture may hold less.
    var payloadLength: Int
    /// The part of the payload that the capture holds, within the captured bytes.
    var payload: Range<Int>
}
