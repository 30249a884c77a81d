package import Wire

/// One exchange to simulate: its messages, its start and its connection.
package struct SimulatedFetch: Hashable, Sendable {
    /// Which connection carries it.
    package enum Way: Hashable, Sendable {
        /// One of the client's pool for the host: an idle one, else a new one, else the first that becomes
        /// idle.
        case pool
        /// The connection with this number, from 1 in the client's order of opening; opened if needed.
        /// Exchanges on it wait for each other.
        case connection(Int)
    }

    /// When it is requested; nil means after the fetch before it in the plan.
    package var start: Instant?
    package var host: Int
    package var way: Way
    /// The request message without TCP/IP headers.
    package var requestBytes: Int
    package var headerBytes: Int
    /// Body bytes as transferred.
    package var bodyBytes: Int
    /// From the request's last byte at the origin to the response's first.
    package var serverDelay: Nanoseconds
    /// Name lookup before a connection is opened; 0 if the name is known.
    package var lookup: Nanoseconds
    /// How long a connection that it opens is tried at an address that does not answer, before its first packet.
    package var fallback: Nanoseconds = 0
    /// Whether a new connection resumes an earlier session; nil lets the simulation decide.
    package var resumes: Bool?
    /// How long the client's only thread pauses after the first response bytes: it neither reads nor sends
    /// requests.
    package var pause: Nanoseconds = 0
    /// True if the client's step ends with it, so that connections stay open until then. False if no caller
    /// waits for it.
    package var isAwaited = true
    /// Known for recorded runs only.
    package var programs = ProgramTimes()
    /// Bytes of HTTP/2's compressed heads, frames included; nil takes a share of the heads' size. Known for recorded runs only.
    package var packedRequest: Int?
    /// Bytes of each flight of the handshake of the connection that it opens; nil takes the plan's. A signature's length is
    /// drawn anew each time. Known for recorded runs only.
    package var flights: [Int]?
    package var packedHead: Int?
    /// The media type that the head names; nil if it is that of the others.
    package var mediaType: String?
    /// What is asked for, where its length counts: with HTTP/3.
    package var path = "/image.jpg"

    package init(
        start: Instant? = .zero,
        host: Int = 0,
        way: Way = .pool,
        requestBytes: Int = 100,
        headerBytes: Int = 170,
        bodyBytes: Int,
        serverDelay: Nanoseconds = 0,
        lookup: Nanoseconds = 0
    ) {
        self.start = start
        self.host = host
        self.way = way
        self.requestBytes = requestBytes
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.serverDelay = serverDelay
        self.lookup = lookup
    }

    /// Bytes that TCP carries down.
    package var responseBytes: Int { headerBytes + bodyBytes }
}
