import CCurl

/// A libcurl handle with only the options that a download needs, and its body, in newly allocated memory with
/// room for all of it.
final class BareHandle {
    /// The same as netlab's client.
    private static let bufferBytes = 128 << 10

    let easy: UnsafeMutableRawPointer
    private var bytes: [UInt8] = []
    private var expected = 0

    /// nil if there is no memory for another.
    init?(_ url: String) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        netlab_curl_set_string(easy, CURLOPT_URL, url)
        // Netlab's client sends a head of the same form, which names the client.
        netlab_curl_set_string(easy, CURLOPT_USERAGENT, "netlab-peer")
        netlab_curl_set_string(easy, CURLOPT_PROXY, "")
        netlab_curl_set_long(easy, CURLOPT_NOSIGNAL, 1)
        netlab_curl_set_long(easy, CURLOPT_BUFFERSIZE, Self.bufferBytes)
        netlab_curl_set_private(easy, Unmanaged.passUnretained(self).toOpaque())
        netlab_curl_set_write(
            easy,
            { bytes, size, count, context in
                guard let bytes, let context else { return 0 }
                let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
                Unmanaged<BareHandle>.fromOpaque(context).takeUnretainedValue().bytes
                    .append(contentsOf: piece)
                return piece.count
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        curl_easy_cleanup(easy)
    }

    /// The object that owns this handle.
    static func of(_ easy: UnsafeMutableRawPointer) -> BareHandle? {
        netlab_curl_get_private(easy).map { Unmanaged<BareHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Must be called before each download.
    func prepare() {
        bytes = []
        bytes.reserveCapacity(expected)
    }

    /// Must be called after each download; false if nothing was received.
    func finish() -> Bool {
        expected = bytes.count
        return expected > 0
    }
}
