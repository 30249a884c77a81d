/// How a connection was opened, and which of its ends is the client.
struct TCPOpening {
    /// The sender of the first packet.
    let first: Endpoint
    let second: Endpoint
    private(set) var handshake: Handshake?
    /// nil until it is known.
    private(set) var isFirstClient: Bool?
    /// True if only the port numbers indicate the client.
    private(set) var isClientGuessed = false

    init(first: Endpoint, second: Endpoint) {
        self.first = first
        self.second = second
    }

    var isUnderWay: Bool { handshake != nil && handshake?.ack == nil }

    /// From the SYN to the client's first acknowledgement, in nanoseconds.
    var roundTrip: Int64? {
        guard let handshake, let ack = handshake.ack else { return nil }
        return ack - handshake.syn
    }

    /// Without other evidence the end with the lower port is the server.
    var isFirstLikelyClient: Bool { isFirstClient ?? (first.port >= second.port) }

    func endpoint(_ isFirst: Bool) -> Endpoint { isFirst ? first : second }

    func direction(_ isFirst: Bool) -> StreamDirection { isFirst == isFirstClient ? .up : .down }

    mutating func follow(_ flags: SegmentFlags, _ isFirst: Bool, _ stamp: Int64) {
        switch (flags.syn, flags.ack) {
        case (true, false):
            if isFirstClient == nil { isFirstClient = isFirst }
            if handshake == nil { handshake = Handshake(syn: stamp) }
        case (true, true):
            if isFirstClient == nil { isFirstClient = !isFirst }
            if handshake != nil, handshake?.synAck == nil { handshake?.synAck = stamp }
        case (false, true):
            if handshake?.synAck != nil, handshake?.ack == nil, isFirst == isFirstClient, !flags.rst {
                handshake?.ack = stamp
            }
        case (false, false): break
        }
    }

    /// Distinguishes client and server by the first bytes of one end, unless a SYN has.
    mutating func learn(_ kind: ConversationKind, _ bytes: RawSpan, from isFirst: Bool) {
        // A SOCKS greeting is the client's, even where the proxy opened the connection.
        if kind == .socks { isFirstClient = isFirst }
        guard isFirstClient == nil else { return }
        switch kind {
        case .http1Request, .http2: isFirstClient = isFirst
        case .http1Response: isFirstClient = !isFirst
        case .dns: isFirstClient = first.port != DNSLookups.port
        case .tls where ConversationKind.isClientHello(bytes): isFirstClient = isFirst
        case .tls where ConversationKind.isServerHello(bytes): isFirstClient = !isFirst
        case .tls:
            isFirstClient = isFirstLikelyClient
            isClientGuessed = true
        case .socks, .undecided, .other: break
        }
    }
}
