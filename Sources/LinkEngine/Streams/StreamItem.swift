/// An item that a connection puts on the line, one IP packet each.
enum StreamItem: Hashable, Sendable {
    /// The client's SYN.
    case synchronise
    /// The server's answer to the SYN.
    case accept
    /// The client's acknowledgement of that answer: the server may send from then on.
    case establish
    /// The server's acknowledgement of the client's first bytes. Later acknowledgements are not on the line.
    case acknowledge
    case bytes([UInt8])
    /// Nothing more comes in this direction.
    case finish
    /// The connection is reset.
    case reset

    /// A SYN or its answer, with Linux's options.
    private static let handshakeBytes = 60
    /// IPv4 and TCP with timestamps, for every packet after the handshake.
    static let headerBytes = 52
    private static let resetBytes = 40

    /// Most bytes of a stream in one packet.
    static func payload(mtu: Int) -> Int {
        max(1, mtu - headerBytes)
    }

    /// Bytes of the stream.
    var payload: Int {
        if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }

    /// Size of the IP packet.
    var packetBytes: Int {
        switch self {
        case .synchronise, .accept: Self.handshakeBytes
        case .establish, .acknowledge, .finish: Self.headerBytes
        case .bytes(let bytes): bytes.count + Self.headerBytes
        case .reset: Self.resetBytes
        }
    }
}
