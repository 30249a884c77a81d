internal import CCurl
internal import HTTP

/// One of libcurl's handles, which has been told all that the transfers of one configuration have in common. It belongs
/// to the loop's thread alone.
final class TransferHandle {
    /// Of what libcurl receives at once.
    private static let bufferBytes = 128 << 10

    let easy: UnsafeMutableRawPointer
    let settings: TransferSettings
    /// True if libcurl reports when a request leaves.
    let isTraced: Bool
    /// The transfer that libcurl carries out by it, retained: from the transfer's `start` to its `end`.
    private(set) var carried: Unmanaged<Transfer>?
    /// Whose sessions libcurl holds.
    private var sessions: SessionCache?
    /// What libcurl was told of its last transfer.
    private var lastChoice = ConnectionChoice()
    /// What of its last transfer's request libcurl still holds: most requests to one origin say the same. The lists must
    /// last until others take their place.
    private var sent: HTTPFields?
    private var headers: UnsafeMutablePointer<curl_slist>?
    private var way: UnsafeMutablePointer<curl_slist>?

    /// How a transfer is to reach its origin; at first as libcurl does by itself.
    struct ConnectionChoice {
        var version = Int(CURL_HTTP_VERSION_NONE)
        /// For a connection that others open, in case it can be shared.
        var waits = false
        var opensNewConnection = false
    }

    /// nil if there is no memory for another.
    init?(_ settings: TransferSettings, isTraced: Bool) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.settings = settings
        self.isTraced = isTraced
        setProtocol()
        setTrust()
        // Borrowed: the handle is gone before this object is.
        let context = Unmanaged.passUnretained(self).toOpaque()
        netlab_curl_set_private(easy, context)
        TransferCallbacks.register(with: easy, isTraced: isTraced, context: context)
    }

    /// The transfer that libcurl carries out by one of its handles; nil where it carries out none.
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

    /// Once libcurl has let it go.
    func drop() {
        carried?.release()
        carried = nil
    }

    /// Has the next transfer ask for `url` in this version of HTTP; options that stand as they are, are not set again.
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

    /// Has the next transfer's connection take up TLS sessions from there; nil is from nowhere.
    func share(_ sessions: SessionCache?) {
        guard self.sessions !== sessions else { return }
        SessionCache.serve(easy, sessions)
        self.sessions = sessions
    }

    /// Sets the fields of the next transfer's request.
    func send(_ fields: HTTPFields) {
        guard sent != fields else { return }
        // What libcurl says of itself, in the same words and at the same place, need not be told it.
        let isUsual =
            fields.count > 1 && fields[1] == HTTPField(name: "Accept", value: "*/*")
            && !settings.userAgent.isEmpty
            && fields[0] == HTTPField(name: "User-Agent", value: settings.userAgent)
        var list: UnsafeMutablePointer<curl_slist>?
        for field in fields.dropFirst(isUsual ? 2 : 0) { list = Self.add(field, to: list) }
        // Else libcurl adds one of its own.
        if !fields.has("Accept") { list = curl_slist_append(list, "Accept:") }
        netlab_curl_set_list(easy, CURLOPT_HTTPHEADER, list)
        curl_slist_free_all(headers)
        (headers, sent) = (list, fields)
    }

    /// Has the next transfer find its host where the settings say.
    func find(_ endpoint: URLEndpoint) {
        guard !settings.hosts.isEmpty else { return }
        let address = settings.hosts[endpoint.host]
        let list = address.flatMap { curl_slist_append(nil, "\(endpoint.host):\(endpoint.port):\($0)") }
        // An IPv6 address has more colons than one, and stands in brackets where a port follows.
        let hasPort = address.map { $0.contains("]:") || $0.count { $0 == ":" } == 1 } ?? false
        netlab_curl_set_list(easy, CURLOPT_CONNECT_TO, hasPort ? list : nil)
        // Said anew each time: libcurl takes it in once.
        netlab_curl_set_list(easy, CURLOPT_RESOLVE, hasPort ? nil : list)
        curl_slist_free_all(way)
        way = list
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

    /// False where something of its last transfer is left in it that the next one might be told.
    var isClean: Bool {
        var code = 0
        netlab_curl_get_long(easy, CURLINFO_OS_ERRNO, &code)
        return code == 0
    }

    private func setProtocol() {
        netlab_curl_set_string(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        netlab_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        // A transfer that is given up must not wait, and all others with it, until the look-up of its name ends.
        netlab_curl_set_long(easy, CURLOPT_QUICK_EXIT, 1)
        netlab_curl_set_long(easy, CURLOPT_TCP_NODELAY, 1)
        netlab_curl_set_long(easy, CURLOPT_BUFFERSIZE, Self.bufferBytes)
        // The environment must not send a measurement through a proxy.
        netlab_curl_set_string(easy, CURLOPT_PROXY, "")
        netlab_curl_set_string(easy, CURLOPT_NOPROXY, "*")
        netlab_curl_set_string(easy, CURLOPT_USERAGENT, settings.userAgent)
        // A body counts as it came on the wire.
        netlab_curl_set_long(easy, CURLOPT_HTTP_CONTENT_DECODING, 0)
        // The trace is the only witness of the moment a request leaves, and costs words for each step.
        netlab_curl_set_long(easy, CURLOPT_VERBOSE, isTraced ? 1 : 0)
    }

    private func setTrust() {
        SessionCache.keepSessions(easy)
        guard let authorities = settings.authorities else { return }
        let bytes = Array(authorities.utf8)
        netlab_curl_set_blob(easy, CURLOPT_CAINFO_BLOB, bytes, bytes.count)
        netlab_curl_set_string(easy, CURLOPT_CAPATH, nil)
    }
}
