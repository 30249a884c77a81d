package import HTTP
package import Wire

/// Something in a capture that its reader should know: damage, loss, or parts that could not be parsed.
package enum CaptureFault: Hashable, Sendable {
    case file(CaptureFileFault)
    case header(HeaderDamage)
    case unknownLink(LinkType)
    /// Packets of which the recorder kept only the beginning.
    case cutShort(Int)
    /// Fragmented packets that are not all there.
    case fragments(Int)
    /// What goes to a name server's port is not all DNS; over TCP or UDP.
    case notOnlyDNS(overTCP: Bool)
    /// Silent connections that were taken for ended, because more than the limit were open.
    case silenced(Int, limit: Int)
    /// Exchanges without an end, and connections, that were given up: together they took more bytes than the
    /// limit.
    case unanswered(Int, connections: Int, limit: Int)
    /// Bodies and header fields unpack to more bytes than the limit: later ones are not unpacked.
    case unpacked(limit: Int)
    /// More than can be listed.
    case unlistedExchanges(Int, connections: Int)
    case unlistedHandshakes(Int, estimates: Int)
    case unlistedDatagrams(Int, lookups: Int)
    /// A sequence number outside any window: its payload is left out.
    case outsideWindow
    /// Bytes that are not in the capture, from this offset of their stream.
    case missing(Int, from: Endpoint, at: Int)
    /// More bytes than the limit wait for missing packets: holes are given up early.
    case waiting(limit: Int)
    /// Encrypted records before one are lost; nil if their number is not known.
    case lostRecords(UInt64?, from: Endpoint)
    /// A record that the session's keys do not open.
    case otherKeys(from: Endpoint)
    /// A Client Hello or a Server Hello that contradicts itself.
    case hello(fromClient: Bool)
    case http1(HTTP1Error, isRequest: Bool, at: Int)
    /// Frames behind missing bytes cannot be read.
    case unreadHTTP2(StreamDirection)
    case notHTTP2(StreamDirection)
    /// Fields that refer to some that were not seen.
    case fields(stream: Int)
    /// Frames of an HTTP/3 stream behind missing bytes cannot be read.
    case unreadHTTP3(StreamDirection, stream: Int)
    /// Fields of an HTTP/3 stream that refer to some that were not seen, or are damaged.
    case fieldsHTTP3(StreamDirection, stream: Int)
    /// Packets of a QUIC connection for which the key log has no keys.
    case unkeyedQUIC(packets: Int)
    /// Packets of a QUIC connection that its keys do not open.
    case otherKeysQUIC(packets: Int)
    /// Packets that look like QUIC's from the middle of a connection, with or without a key log.
    case midwayQUIC(packets: Int, from: Endpoint, to: Endpoint, hasKeys: Bool)
    /// A server does not speak a QUIC client's version, and lists those that it speaks.
    case refusedQUIC(QUICVersion, offered: [QUICVersion])
    /// An end of QUIC does not know the connection any more (stateless reset).
    case forgottenQUIC(byClient: Bool)
    /// Packets of a QUIC connection that cannot be opened, because the recorder cut them.
    case cutQUIC(packets: Int)
    /// Bytes of a QUIC stream that are not in the capture.
    case missingQUIC(Int, stream: Int, StreamDirection)
    /// A GOAWAY with an error.
    case farewell(CapturedGoAway)
}
