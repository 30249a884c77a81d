internal import CCurl
internal import HTTP

/// A libcurl handle with all options set that the transfers of one configuration share. It belongs to the
/// loop's thread alone.
final class TransferHandle {
    /// Size of libcurl's receive buffer.
    private static let bufferBytes = 128 << 10

    let easy: UnsafeMutableRawPointer
    let settings: TransferSettings
    /// True if libcurl reports when a request leaves.
    let isTraced: Bool
    /// The transfer in progress on this handle, retained from the transfer's `start` to its `end`.
    private(set) var carried: Unmanaged<Transfer>?
    /// The session cache that libcurl uses.
    private var sessions: SessionCache?
    /// The connection options set for the last transfer.
    private var lastChoice = ConnectionChoice()
    /// What libcurl still holds of the last request: most requests to one origin are alike. The lists must
    /// last until they are replaced.
    private var sent: HTTPFields?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var way: UnsafeMutablePointer<curl_slist>?

    /// How a transfer reaches its origin; the initial values are libcurl's defaults.
    struct ConnectionChoice {
        var version = Int(CURL_HTTP_VERSION_NONE)
        /// Wait for a connection that another transfer opens, in case it can be shared.
        var waits = false
        var opensNewConnection = false
    }

    /// nil if there is not enough memory.
    init?(_ settings: TransferSettings, isTraced: Bool) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.settings = settings
        self.isTraced = isTraced
        setProtocol()
        setTrust()
        // Unretained: the libcurl handle is freed before this object.
        let context = Unmanaged.passUnretained(self).toOpaque()
        netlab_curl_set_private(easy, context)
        TransferCallbacks.register(with: easy, isTraced: isTraced, context: context)
    }

    /// The transfer in progress on a libcurl handle; nil if there is none.
    static func carrying(_ easy: UnsafeMutableRawPointer) -> Transfer? {
        netlab_curl_get_private(easy).flatMap {
            Unmanaged<TransferHandle>.fromOpaque($0).takeUnretainedValue().carried?.takeUnretainedValue()
        }
    }

    deinit {
        curl_easy_cleanup(easy)
        curl_slist_free_all(headers)
        curl_slist_free_all(way)
    }

    /// Lets libcurl's callbacks reach the transfer until `drop`.
    func carry(_ transfer: Transfer) {
        carried = Unmanaged.passRetained(transfer)
    }

    /// Call once libcurl has released the transfer.
    func drop() {
        carried?.release()
        carried = nil
    }

    /// Sets the next transfer's URL and HTTP version; skips options that are already set.
    func ask(_ url: String, _ choice: ConnectionChoice) {
        url.withCString { _ = netlab_curl_set_string(easy, CURLOPT_URL, $0) }
        if lastChoice.version != choice.version {
            netlab_curl_set_long(easy, CURLOPT_HTTP_VERSION, choice.version)
        }
        if lastChoice.waits != choice.waits {
            netlab_curl_set_long(easy, CURLOPT_PIPEWAIT, choice.waits ? 1 : 0)
        }
        if lastChoice.opensNewConnection != choice.opensNewConnection {
            netlab_curl_set_long(easy, CURLOPT_FRESH_CONNECT, choice.opensNewConnection ? 1 : 0)
        }
        lastChoice = choice
    }

    /// Sets the session cache for the next transfer's connection; nil detaches it.
    func share(_ sessions: SessionCache?) {
        guard self.sessions !== sessions else { return }
        SessionCache.serve(easy, sessions)
        self.sessions = sessions
    }

    /// Sets the fields of the next transfer's request.
    func send(_ fields: HTTPFields) {
        guard sent != fields else { return }
        // libcurl sends these two fields by itself, with the same values and in the same place.
        let isUsual =
            fields.count > 1 && fields[1] == HTTPField(name: "Accept", value: "*/*")
            && !settings.userAgent.isEmpty
            && fields[0] == HTTPField(name: "User-Agent", value: settings.userAgent)
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields.dropFirst(isUsual ? 2 : 0) { list = Self.add(field, to: list) }
        // Otherwise libcurl adds its own.
        if !fields.has("Accept") { list = curl_slist_append(list, "Accept:") }
        netlab_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
        curl_slist_free_all(headers)
        (headers, sent) = (list, fields)
    }

    /// Sets the address of the next transfer's host, if the settings have one.
    func find(_ endpoint: URLEndpoint) {
        // A proxy would be asked for a tunnel to the address.
        guard !settings.hosts.isEmpty, settings.proxy == nil else { return }
        let address = settings.hosts[endpoint.host]
        let list = address.flatMap { curl_slist_append(nil, "\(endpoint.host):\(endpoint.port):\($0)") }
        // An IPv6 address has more than one colon, and brackets if a port follows.
        let hasPort = address.map { $0.contains("]:") || $0.count { $0 == ":" } == 1 } ?? false
        netlab_curl_set_list(easy, CURLOPT_CONNECT_TO, hasPort ? list : nil)
        // Set for every transfer, because libcurl applies it only once.
        netlab_curl_set_list(easy, CURLOPT_RESOLVE, hasPort ? nil : list)
        curl_slist_free_all(way)
        way = list
    }

    /// Adds a field in libcurl's syntax: a field without a value ends in a semicolon, or libcurl would leave
    /// it out.
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

    /// False if state of the last transfer could be reported as the next one's.
    var isClean: Bool {
        var code = 0
        netlab_curl_get_long(easy, CURLINFO_OS_ERRNO, &code)
        return code == 0
    }

    private func setProtocol() {
        netlab_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        netlab_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A cancelled transfer must not block all others until its name lookup ends.
        netlab_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        netlab_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
        netlab_curl_set_long(easy, CURLOPT_BUFFERSIZE, Self.bufferBytes)
        setProxy()
        netlab_curl_set_string(easy, CURLOPT_USERAGENT, settings.userAgent)
        // Bodies count at their size on the wire.
        netlab_curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        // Only the trace reports when a request is sent; it costs a text for each step.
        netlab_curl_set_long(easy, CURLOPT_VERBOSE, isTraced ? 1 : 0)
    }

    private func setProxy() {
        // The environment must not send a measurement through a proxy, nor past one.
        netlab_curl_set_string(easy, CURLOPT_PROXY, settings.proxy ?? "")
        netlab_curl_set_string(easy, CURLOPT_NOPROXY, settings.proxy == nil ? "*" : "")
        // The proxy's answer to CONNECT is not the origin's.
        netlab_curl_set_long(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setTrust() {
        SessionCache.keepSessions(easy)
        guard let authorities = settings.authorities else { return }
        let bytes = Array(authorities.utf8)
        netlab_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
        netlab_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }
}
