/// What a connection puts on the line, one IP packet each.
enum StreamItem: Hashable, Sendable {
    /// The client's wish for a connection.
    case synchronise
    /// The server's answer to it.
    case accept
    /// The client's acknowledgement of that: from here on the server may speak.
    case establish
    /// The server's acknowledgement of the client's first bytes. Later ones are not on the line.
    case acknowledge
    case bytes([UInt8])
    /// Nothing more comes in this direction.
    case finish
    /// The connection is broken off.
    case reset

    /// A SYN or its answer, with Linux's options.
    private static let handshakeBytes = 60
    /// IPv4 and TCP with timestamps: on every packet from then on.
    static let headerBytes = 52
    private static let resetBytes = 40

    /// The most bytes of a stream that one packet holds.
    static func payload(mtu: Int) -> Int {
        max(1, mtu - headerBytes)
    }

    /// Bytes of the stream.
    var payload: Int {
        if case .bytes(let bytes) = self { bytes.count } else { 0 }
    }

    /// The whole IP packet.
    var packetBytes: Int {
        switch self {
        case .synchronise, .accept: Self.handshakeBytes
        case .establish, .acknowledge, .finish: Self.headerBytes
        case .bytes(let bytes): bytes.count + Self.headerBytes
        case .reset: Self.resetBytes
        }
    }
}
