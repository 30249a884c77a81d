/// One TCP connection of a capture, summed up.
package struct CaptureFlow: Hashable, Sendable {
    package enum Ending: String, Hashable, Sendable, CaseIterable {
        /// Both sides ended it.
        case closed
        /// One side ended it, the other was not seen to.
        case halfClosed
        case reset
        /// The capture ends first.
        case open
    }

    /// What was spoken on it.
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
        /// Of IP packets.
        package var wireBytes = 0
        /// Of the TCP stream, each once.
        package var streamBytes = 0
        /// TCP payload that had been seen before.
        package var retransmittedBytes = 0
        /// Of the TCP stream, never seen though later ones were.
        package var missingBytes = 0
        package var sender = Sender()
        package var goodput = GoodputSeries()
        /// When its sender waited for acknowledgements, and when for losses to be repaired.
        package var window = PauseSeries()
        package var recovery = PauseSeries()

        package init() {}
    }

    /// How one side's TCP sent, as seen where the capture was taken: near the sender more is seen of what it sent in
    /// vain, near the receiver bytes seem to be in flight for a moment only.
    package struct Sender: Hashable, Sendable {
        /// As its SYN offered, as the next two are; nil where it did not or was not seen.
        package var segmentSize: Int?
        package var windowShift: Int?
        package var allowsSelective = false
        /// From a segment to what answers it, about once in each.
        package var roundTrip = SampleStatistics()
        /// True where the answer was told by its echo of the segment's timestamp, else by what it acknowledges.
        package var isTimedByStamps = false
        /// Segments whose bytes had all or partly been seen before.
        package var retransmitted = 0
        /// Segments that filled a hole too late to have been overtaken: the first copy was lost before it came here.
        package var lostBefore = 0
        /// What the repairs were, by what went before them: of `retransmitted` and `lostBefore`.
        package var fast = 0
        package var timeout = 0
        package var tailProbes = 0
        /// Repairs of what had been acknowledged.
        package var spurious = 0
        package var outOfOrder = 0
        /// Acknowledgements of the other side's that only said again what the one before had.
        package var duplicateAcknowledgements = 0
        /// How often it said that it has no room, and for how long.
        package var zeroWindows = 0
        package var zeroWindowTime: Int64 = 0
        package var largestWindow = 0
        /// Bytes sent and not acknowledged, at most.
        package var mostInFlight = 0
        /// The same when the first acknowledgement came: what it took to be safe to send.
        package var initialFlight: Int?
        /// The same when something turned out to be lost: about what its congestion window had grown to.
        package var lossFlights = SampleStatistics()

        package init() {}
    }

    /// Number of the stream in the file, from 0 in the order of first sight.
    package var stream: Int
    /// Who opened the connection; a guess where its opening was not seen.
    package var client: Endpoint
    package var server: Endpoint
    package var isClientGuessed: Bool
    package var up = Side()
    package var down = Side()
    package var handshake: Handshake?
    package var resets = 0
    /// The longest time without any packet, in nanoseconds.
    package var longestIdle: Int64 = 0
    package var content = Content.unknown
    /// The name that the client asked for, else what was learnt of the server's address; nil where nothing is known.
    package var serverName: String?
    /// To whom the server carried it on, `host:port`: it is a proxy. nil where it is none.
    package var tunnel: String?
    package var ending = Ending.open
    /// What either side said before it ended HTTP/2, in its order.
    package var farewells: [CaptureFarewell] = []
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

    /// From the first SYN to the client's answer to the SYN-ACK: one round trip wherever the capture was taken.
    package var handshakeRoundTrip: Int64? {
        guard let handshake, let ack = handshake.ack else { return nil }
        return ack - handshake.syn
    }
}
