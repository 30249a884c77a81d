/// One TCP connection of a capture, summed up.
package struct CaptureFlow: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// Both sides closed it.
        case closed
        /// One side closed it; the capture does not show the other side's FIN.
        case halfClosed
        case reset
        /// The capture ends first.
        case open
    }

    /// The protocol spoken on it.
    package enum Content: String, Hashable, Sendable, CaseIterable {
        case http1 = "http/1"
        case http2 = "h2"
        case tls
        case socks
        case dns
        case unknown
    }

    /// What one side sent.
    package struct Side: Hashable, Sendable {
        package var packets = 0
        /// Bytes of IP packets.
        package var wireBytes = 0
        /// Bytes of the TCP stream, each counted once.
        package var streamBytes = 0
        /// TCP payload that had been seen before.
        package var retransmittedBytes = 0
        /// Bytes of the TCP stream never seen, although later ones were.
        package var missingBytes = 0
        package var sender = Sender()
        package var goodput = GoodputSeries()
        /// Pauses of its sender for acknowledgements, and for the repair of losses.
        package var window = PauseSeries()
        package var recovery = PauseSeries()
        /// Pauses for HTTP/2's flow control, whoever's stream; the server's only.
        package var flowControl = PauseSeries()

        package init() {}
    }

    /// How one side's TCP sent, as seen at the capture point. Near the sender it shows more of what was sent
    /// in vain; near the receiver bytes seem to be in flight only for a moment.
    package struct Sender: Hashable, Sendable {
        /// From its SYN, as for the next two; nil if the SYN lacked it or was not seen.
        package var segmentSize: Int?
        package var windowShift: Int?
        package var allowsSelective = false
        /// From a segment to its answer, about one sample per round trip.
        package var roundTrip = SampleStatistics()
        /// True if the answer was recognised by its echo of the segment's timestamp, else by its
        /// acknowledgement number.
        package var isTimedByStamps = false
        /// Segments with bytes that had been seen before.
        package var retransmitted = 0
        /// Segments that filled a hole too late to have been overtaken: the first copy was lost before the
        /// capture point.
        package var lostBefore = 0
        /// Kinds of repairs, by what preceded them; they divide `retransmitted` and `lostBefore`.
        package var fast = 0
        package var timeout = 0
        package var tailProbes = 0
        /// Repairs of bytes that had been acknowledged.
        package var spurious = 0
        package var outOfOrder = 0
        /// The other side's acknowledgements that only repeated the one before.
        package var duplicateAcknowledgements = 0
        /// How often it closed its window, and for how long in total.
        package var zeroWindows = 0
        package var zeroWindowTime: Int64 = 0
        package var largestWindow = 0
        /// Most bytes sent but not acknowledged.
        package var mostInFlight = 0
        /// `mostInFlight` at the first acknowledgement: the initial congestion window in use.
        package var initialFlight: Int?
        /// Bytes in flight whenever a loss was detected: about the congestion window at that time.
        package var lossFlights = SampleStatistics()

        package init() {}
    }

    /// Number of the stream in the file, from 0 in the order of first sight.
    package var stream: Int
    /// The end that opened the connection; a guess if its opening was not seen.
    package var client: Endpoint
    package var server: Endpoint
    package var isClientGuessed: Bool
    package var up = Side()
    package var down = Side()
    package var handshake: Handshake?
    package var resets = 0
    /// The longest time without any packet, in nanoseconds.
    package var longestIdle: Int64 = 0
    /// The longest ones behind which bytes came, in the order of time.
    package var silences: [CaptureSilence] = []
    package var content = Content.unknown
    /// The name that the client asked for, else the name learnt for the server's address; nil if unknown.
    package var serverName: String?
    /// Destination of the connection if the server is a proxy, `host:port`; otherwise nil.
    package var tunnel: String?
    package var ending = Ending.open
    /// GOAWAY frames of either side, in order.
    package var farewells: [CapturedGoAway] = []
    package var exchanges = 0
    /// Nanoseconds since 1970.
    package var firstStamp: Int64
    package var lastStamp: Int64

    package init(
        stream: Int,
        client: Endpoint,
        server: Endpoint,
        isClientGuessed: Bool,
        firstStamp: Int64,
        lastStamp: Int64
    ) {
        self.stream = stream
        self.client = client
        self.server = server
        self.isClientGuessed = isClientGuessed
        self.firstStamp = firstStamp
        self.lastStamp = lastStamp
    }

    /// True if only one side's packets are there, and not because nobody answered its SYN.
    package var isOneWay: Bool {
        (up.packets == 0) != (down.packets == 0) && up.streamBytes + down.streamBytes > 0
    }

    /// From the first SYN to the client's answer to the SYN-ACK: one round trip at any capture point.
    package var handshakeRoundTrip: Int64? {
        guard let handshake, let ack = handshake.ack else { return nil }
        return ack - handshake.syn
    }
}
