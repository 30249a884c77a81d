import CCurl

/// One of libcurl's handles, told no more than a download needs, and the body that it brings: in memory of its own that is
/// asked for anew each time and has room for all of it.
final class BareHandle {
    /// As netlab's client has it.
    private static let bufferBytes = 128 << 10

    let easy: UnsafeMutableRawPointer
    private var bytes: [UInt8] = []
    private var expected = 0

    /// nil where there is no memory for another.
    init?(_ url: String) {
        guard let easy = curl_easy_init() else { return nil }
        self.easy = easy
        netlab_curl_set_string(easy, CURLOPT_URL, url)
        // Who it is, as every client says: netlab's asks with the same head.
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

    /// Whose handle this is.
    static func of(_ easy: UnsafeMutableRawPointer) -> BareHandle? {
        netlab_curl_get_private(easy).map { Unmanaged<BareHandle>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Before each download.
    func prepare() {
        bytes = []
        bytes.reserveCapacity(expected)
    }

    /// After each: false where nothing came.
    func finish() -> Bool {
        expected = bytes.count
        return expected > 0
    }
}
