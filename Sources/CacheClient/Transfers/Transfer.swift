internal import CCurl
internal import HTTP
internal import LinuxIO
internal import Runs
internal import Wire

/// One transfer under way. It belongs to the loop's thread alone; libcurl holds one retained reference to it from
/// `start` to `end`.
final class Transfer {
    /// Samples of one transfer's progress; beyond these the last one moves on, so that first and last stay right. An
    /// origin decides into how many pieces a body is cut.
    static let mostProgress = 1 << 16

    /// Fields of one answer; what comes beyond these is left out.
    static let mostFields = 1000

    let request: TransferRequest
    let clock: RunClock
    let events: EventSink?
    let easy: UnsafeMutableRawPointer

    var stamps: TransferStamps
    var body: [UInt8] = []
    var progress: [ExchangeRecord.Progress] = []
    var status: Int?
    /// Of the answer that is being read.
    var fields = HTTPFields()
    /// By the head that is being read; 0 before there is one.
    var statusSaid = 0
    /// The request's place on its connection, once it is sent.
    var order = 0
    /// With HTTP/2; nil before it is known, and with HTTP/1.
    var stream: Int?
    /// nil until there is a connection, and where it is in the clear.
    var agreement: ConnectionAgreement?
    /// Whether other transfers share the connection; nil until there is one.
    var isShared: Bool?
    var connection: ConnectionKey?
    /// It was to find a connection in the clear that speaks HTTP/2, and does not any more.
    var hasLostConnection = false
    /// See `version`.
    private(set) var joinsConnection = false
    let book: ConnectionBook
    /// Told of each piece of the body.
    var report: ((TransferProgress) -> Void)?
    /// What a callback found wrong: it stops the transfer and outranks the library's own reason.
    var failure: FetchError?

    /// Lists that libcurl reads until the transfer ends.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var registration: Unmanaged<Transfer>?
    private let sessions: SessionCache

    init?(
        _ request: TransferRequest,
        clock: RunClock,
        events: EventSink?,
        book: ConnectionBook,
        sessions: SessionCache
    ) {
        guard let easy = curl_easy_init() else { return nil }
        self.book = book
        self.sessions = sessions
        self.request = request
        self.clock = clock
        self.events = events
        self.easy = easy
        stamps = TransferStamps(queued: request.queuedAt)
    }

    deinit {
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
    }

    /// Sets every option and lets the callbacks reach this object, until `end`. `opensNewConnection` keeps it off those there are.
    func start(opensNewConnection: Bool) {
        let now = clock.now()
        stamps.admitted = now
        joinsConnection = !opensNewConnection && book.hasPriorConnection(request.endpoint)
        setProtocolOptions()
        setTrust()
        setLists()
        netlab_curl_set_long(easy, CURLOPT_FRESH_CONNECT, opensNewConnection ? 1 : 0)
        registration = Unmanaged.passRetained(self)
        setCallbacks(context: registration?.toOpaque())
    }

    /// Balances the retain of `start`, once libcurl has let the transfer go.
    func end() {
        registration?.release()
        registration = nil
    }

    func emit(_ kind: TimingEvent.Kind, at moment: Instant, bytes: Int? = nil) {
        events?(TimingEvent(at: moment, transfer: request.id, kind: kind, bytes: bytes))
    }

    private func setProtocolOptions() {
        netlab_curl_set_string(easy, CURLOPT_URL, request.url)
        netlab_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        netlab_curl_set_long(easy, CURLOPT_HTTP_VERSION, version)
        netlab_curl_set_long(easy, CURLOPT_PIPEWAIT, request.maySpeakHTTP2 ? 1 : 0)
        netlab_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up must not wait, and all others with it, until the look-up of its name ends.
        netlab_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        netlab_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
        netlab_curl_set_long(easy, CURLOPT_BUFFERSIZE, 128 << 10)
        // The environment must not send a measurement through a proxy.
        netlab_curl_set_string(easy, CURLOPT_PROXY, "")
        netlab_curl_set_string(easy, CURLOPT_NOPROXY, "*")
        netlab_curl_set_string(easy, CURLOPT_USERAGENT, request.settings.userAgent)
        // A body counts as it came on the wire.
        netlab_curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
    }

    /// In the clear nothing is agreed to: HTTP/2 is spoken at once, or not at all. Who joins a connection that speaks it
    /// must not say so again: libcurl 7.88 would begin anew in the middle of it (curl pull request 10643).
    private var version: Int {
        guard request.maySpeakHTTP2 else { return Int(CURL_HTTP_VERSION_1_1) }
        return request.endpoint.isSecure || joinsConnection
            ? Int(CURL_HTTP_VERSION_2TLS) : Int(CURL_HTTP_VERSION_2_PRIOR_KNOWLEDGE)
    }

    private func setTrust() {
        sessions.serve(easy)
        guard let authorities = request.settings.authorities else { return }
        let bytes = Array(authorities.utf8)
        netlab_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
        netlab_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }

    /// A field as libcurl takes it: one without a value ends in a semicolon, or it would be left out.
    private static func line(_ field: HTTPField) -> [CChar] {
        var bytes: [UInt8] = []
        HTTPText.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)", to: &bytes)
        return bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private func setLists() {
        var headers = request.fields.reduce(nil) { curl_slist_append($0, Self.line($1)) }
        // Else libcurl adds one of its own.
        if request.fields["Accept"] == nil { headers = curl_slist_append(headers, "Accept:") }
        netlab_curl_set_list(easy, CURLOPT_HTTPHEADER, headers)
        if let headers { lists.append(headers) }
        let endpoint = request.endpoint
        guard let address = request.settings.hosts[endpoint.host] else { return }
        let way = curl_slist_append(nil, "\(endpoint.host):\(endpoint.port):\(address)")
        // An IPv6 address has more colons than one, and stands in brackets where a port follows.
        let hasPort = address.contains("]:") || address.count { $0 == ":" } == 1
        netlab_curl_set_list(easy, hasPort ? CURLOPT_CONNECT_TO : CURLOPT_RESOLVE, way)
        if let way { lists.append(way) }
    }
}
