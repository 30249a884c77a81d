internal import CCurl
internal import LinuxIO
internal import Runs
internal import Wire

/// One transfer under way. It belongs to the loop's thread alone; libcurl holds one retained reference to it from
/// `start` to `end`.
final class Transfer {
    /// Samples of one transfer's progress; beyond these the last one moves on, so that first and last stay right. An
    /// origin decides into how many pieces a body is cut.
    static let mostProgress = 1 << 16

    let request: TransferRequest
    let clock: RunClock
    let events: EventSink?
    let easy: UnsafeMutableRawPointer

    var stamps: TransferStamps
    var body: [UInt8] = []
    var progress: [ExchangeRecord.Progress] = []
    var status: Int?
    var etag: String?
    /// What a callback found wrong: it stops the transfer and outranks the library's own reason.
    var failure: FetchError?

    /// Lists that libcurl reads until the transfer ends.
    private var lists: [UnsafeMutablePointer<curl_slist>] = []
    private var registration: Unmanaged<Transfer>?

    init?(_ request: TransferRequest, clock: RunClock, events: EventSink?) {
        guard let easy = curl_easy_init() else { return nil }
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
        setProtocolOptions()
        setTrust()
        setLists()
        let remaining = max(1, (request.deadline - now) / 1_000_000)
        netlab_curl_set_long(easy, CURLOPT_TIMEOUT_MS, Int(min(remaining, 86_400_000)))
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
        netlab_curl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
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

    private func setTrust() {
        guard let authorities = request.settings.authorities else { return }
        let bytes = Array(authorities.utf8)
        netlab_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
        netlab_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }

    private func setLists() {
        var headers = curl_slist_append(nil, "Accept: */*")
        if let etag = request.ifNoneMatch { headers = curl_slist_append(headers, "If-None-Match: \(etag)") }
        netlab_curl_set_list(easy, CURLOPT_HTTPHEADER, headers)
        if let headers { lists.append(headers) }
        let endpoint = request.endpoint
        guard let address = request.settings.hosts[endpoint.host] else { return }
        let way = curl_slist_append(nil, "\(endpoint.host):\(endpoint.port):\(address)")
        // An IPv6 address has more colons than one.
        let hasPort = address.count { $0 == ":" } == 1
        netlab_curl_set_list(easy, hasPort ? CURLOPT_CONNECT_TO : CURLOPT_RESOLVE, way)
        if let way { lists.append(way) }
    }
}
