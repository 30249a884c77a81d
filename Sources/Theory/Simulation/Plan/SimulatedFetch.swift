package import Wire

/// One exchange to simulate: what is asked for, when, and over which connection.
package struct SimulatedFetch: Hashable, Sendable {
    /// Which connection carries it.
    package enum Way: Hashable, Sendable {
        /// One of the client's pool for the host: an idle one, else a new one, else the first that becomes free.
        case pool
        /// The one of this number among those that the client opened, from 1; opened where it is not open yet. Exchanges
        /// on it wait for each other.
        case connection(Int)
    }

    /// When it is wanted, nil where it follows the one before it in the plan.
    package var start: Instant?
    package var host: Int
    package var way: Way
    /// The request's message; TCP/IP headers come on top.
    package var requestBytes: Int
    package var headerBytes: Int
    /// The body as transferred.
    package var bodyBytes: Int
    /// From the request's last byte at the origin to the response's first.
    package var serverDelay: Nanoseconds
    /// Before a connection is opened for it: 0 where the host's name is known.
    package var lookup: Nanoseconds
    /// Whether a connection that is opened for it takes up an earlier session; nil where that follows from what was before.
    package var resumes: Bool?
    /// The client's one thread stands still for so long when the first of the response has come: nothing is read or asked then.
    package var pause: Nanoseconds = 0
    /// The client's step ends with it: connections are not closed before. False where nobody waits for it.
    package var isAwaited = true
    /// Known of what has been.
    package var programs = ProgramTimes()

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

    /// What TCP carries down for it.
    package var responseBytes: Int { headerBytes + bodyBytes }
}
