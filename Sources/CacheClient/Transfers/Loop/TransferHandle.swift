internal import CCurl

/// One of libcurl's handles, which has been told all that the transfers of one configuration have in common. It belongs
/// to the loop's thread alone.
final class TransferHandle {
    /// Of what libcurl receives at once.
    private static let bufferBytes = 128 << 10

    let easy: UnsafeMutableRawPointer
    let settings: TransferSettings
    /// True where libcurl is to say when a request leaves.
    let isTraced: Bool

    /// nil where there is no memory for another.
    init?(_ settings: TransferSettings, isTraced: Bool) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        self.settings = settings
        self.isTraced = isTraced
        setProtocol()
        setTrust()
    }

    deinit {
        curl_easy_cleanup(easy)
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
