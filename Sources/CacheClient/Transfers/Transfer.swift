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
    let handle: TransferHandle

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
    /// How often a connection was ready for the request: once, unless one turned out dead.
    var attempts = 0
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

    init(
        _ request: TransferRequest,
        by handle: TransferHandle,
        clock: RunClock,
        events: EventSink?,
        book: ConnectionBook,
        sessions: SessionCache
    ) {
        self.book = book
        self.sessions = sessions
        self.request = request
        self.clock = clock
        self.events = events
        self.handle = handle
        stamps = TransferStamps(queued: request.queuedAt)
    }

    deinit {
        for list in lists { curl_slist_free_all(list) }
    }

    /// Sets every option and lets the callbacks reach this object, until `end`. `opensNewConnection` keeps it off those there are.
    func start(opensNewConnection: Bool) {
        let now = clock.now()
        stamps.admitted = now
        joinsConnection = !opensNewConnection && book.hasPriorConnection(request.endpoint)
        netlab_curl_set_string(easy, CURLOPT_URL, request.url)
        netlab_curl_set_long(easy, CURLOPT_HTTP_VERSION, version)
        netlab_curl_set_long(easy, CURLOPT_PIPEWAIT, request.maySpeakHTTP2 ? 1 : 0)
        if request.endpoint.isSecure { sessions.serve(easy) }
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

    /// Adds a field as libcurl takes it: one without a value ends in a semicolon, or it would be left out.
    private static func add(_ field: HTTPField, to list: UnsafeMutablePointer<curl_slist>?)
        -> UnsafeMutablePointer<curl_slist>?
    {
        var line: [UInt8] = []
        line.reserveCapacity(field.name.utf8.count + field.value.utf8.count + 3)
        HTTPText.append(field.name, to: &line)
        if field.value.isEmpty {
            line.append(UInt8(ascii: ";"))
        } else {
            line += [UInt8(ascii: ":"), UInt8(ascii: " ")]
            HTTPText.append(field.value, to: &line)
        }
        line.append(0)
        return line.withUnsafeBytes { curl_slist_append(list, $0.bindMemory(to: CChar.self).baseAddress) }
    }

    /// Each is said, also where it is empty: the handle may have been another transfer's.
    private func setLists() {
        var headers: UnsafeMutablePointer<curl_slist>?
        for field in request.fields { headers = Self.add(field, to: headers) }
        // Else libcurl adds one of its own.
        if !request.fields.has("Accept") { headers = curl_slist_append(headers, "Accept:") }
        set(CURLOPT_HTTPHEADER, headers)
        let endpoint = request.endpoint
        let address = request.settings.hosts[endpoint.host]
        let way = address.flatMap { curl_slist_append(nil, "\(endpoint.host):\(endpoint.port):\($0)") }
        // An IPv6 address has more colons than one, and stands in brackets where a port follows.
        let hasPort = address.map { $0.contains("]:") || $0.count { $0 == ":" } == 1 } ?? false
        set(CURLOPT_CONNECT_TO, hasPort ? way : nil)
        set(CURLOPT_RESOLVE, hasPort ? nil : way)
    }

    private func set(_ option: CURLoption, _ list: UnsafeMutablePointer<curl_slist>?) {
        netlab_curl_set_list(easy, option, list)
        if let list { lists.append(list) }
    }
}
