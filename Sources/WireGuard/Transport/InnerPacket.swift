import Wire

/// What a tunnel needs to know of a packet inside of it.
struct InnerPacket {
    let source: IPAddress
    let destination: IPAddress
    /// Without padding, in bytes.
    let length: Int

    /// nil if the bytes are no whole IPv4 or IPv6 packet.
    init?(_ packet: RawSpan) {
        guard let header = IPHeader(packet), header.totalLength <= packet.byteCount else { return nil }
        (source, destination, length) = (header.source, header.destination, header.totalLength)
    }
}
