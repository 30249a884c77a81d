internal import CCurl
internal import HTTP
internal import LinuxIO
internal import Logs
internal import Wire

/// One transfer under way. It belongs to the loop's thread alone; libcurl holds one retained reference to it from
/// `start` to `end`, by its handle.
final class Transfer {
    /// The first caller's: this is what is sent.
    let caller: TransferCaller
    let clock: RunClock
    let events: EventSink?
    let handle: TransferHandle

    var stamps: TransferStamps
    // Safety: the loop's thread alone comes here, from callbacks none of which calls another; looking out for that costs
    // more than each piece of a body does.
    @exclusivity(unchecked) var incoming = IncomingBody()
    var status: Int?
    /// Of the answer that is being read.
    // Safety: as above, for each line of a head.
    @exclusivity(unchecked) var head = HeadLines()
    /// The request's place on its connection, once it is sent.
    var order = 0
    /// With HTTP/2; nil before it is known, and with HTTP/1.
    var stream: Int?
    /// nil until there is a connection, and where it is in the clear.
    var agreement: ConnectionAgreement?
    /// Whether other transfers share the connection; nil until there is one.
    var isShared: Bool?
    var connection: ConnectionKey?
    /// How often a connection was ready for the request: once, unless one turned out dead.
    var attempts = 0
    /// It was to find a connection in the clear that speaks HTTP/2, and does not any more.
    var hasLostConnection = false
    /// See `version`.
    private(set) var joinsConnection = false
    let book: ConnectionBook
    let host: HostConnections
    /// Told of each piece of the body; nil where nobody asks.
    var report: ((TransferProgress) -> Void)?
    /// What a callback found wrong: it stops the transfer and outranks the library's own reason.
    var failure: FetchError?

    /// By which the loop knows it.
    let number: Int

    private let sessions: SessionCache

    init(
        _ number: Int,
        _ caller: TransferCaller,
        to host: HostConnections,
        by handle: TransferHandle,
        clock: RunClock,
        events: EventSink?,
        book: ConnectionBook,
        sessions: SessionCache
    ) {
        self.number = number
        self.book = book
        self.sessions = sessions
        self.caller = caller
        self.host = host
        self.clock = clock
        self.events = events
        self.handle = handle
        stamps = TransferStamps(queued: caller.request.queuedAt)
    }

    var request: TransferRequest { caller.request }
    var body: [UInt8] { incoming.bytes }

    /// Sets every option and lets the callbacks reach this object, until `end`. `opensNewConnection` keeps it off those there are.
    func start(opensNewConnection: Bool) {
        let now = clock.now()
        stamps.admitted = now
        joinsConnection = !opensNewConnection && host.hasPriorConnection
        let saying = TransferHandle.Saying(
            version: version,
            waits: request.maySpeakHTTP2,
            opensNewConnection: opensNewConnection
        )
        handle.ask(request.url, saying)
        if request.endpoint.isSecure { handle.share(sessions) }
        handle.send(request.fields)
        handle.find(request.endpoint)
        handle.carry(self)
    }

    /// Once libcurl has let the transfer go.
    func end() {
        handle.drop()
    }

    var easy: UnsafeMutableRawPointer { handle.easy }

    func emit(_ kind: TimingEvent.Kind, at moment: Instant, bytes: Int? = nil) {
        events?(TimingEvent(at: moment, transfer: request.id, kind: kind, bytes: bytes))
    }

    /// In the clear nothing is agreed to: HTTP/2 is spoken at once, or not at all. Who joins a connection that speaks it
    /// must not say so again: libcurl 7.88 would begin anew in the middle of it (curl pull request 10643).
    private var version: Int {
        guard request.maySpeakHTTP2 else { return Int(CURL_HTTP_VERSION_1_1) }
        return request.endpoint.isSecure || joinsConnection
            ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    }
}
