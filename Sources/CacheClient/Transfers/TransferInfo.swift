internal import CCurl
internal import LinuxIO
internal import Wire

/// libcurl's timings and counters for the transfer on a handle.
struct TransferInfo {
    private let easy: UnsafeMutableRawPointer

    init(_ easy: UnsafeMutableRawPointer) {
        self.easy = easy
    }

    func offset(_ info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        netlab_curl_get_offset(easy, info, &value)
        return Int(value)
    }

    func number(_ info: CURLINFO) -> Int {
        var value = 0
        netlab_curl_get_long(easy, info, &value)
        return value
    }

    func duration(_ info: CURLINFO) -> Duration { .microseconds(offset(info)) }

    /// The answer's status; 0 before there is one.
    var status: Int { number(CURLINFO_RESPONSE_CODE) }

    /// The announced size of the body, in bytes; 0 or less if there is none.
    var bodyLength: Int { offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) }

    var isNewConnection: Bool { number(CURLINFO_NUM_CONNECTS) > 0 }

    /// Duration of the TLS handshake; 0 if it did not complete.
    var handshake: Nanoseconds {
        let (connected, agreed) = (offset(CURLINFO_CONNECT_TIME_T), offset(CURLINFO_APPCONNECT_TIME_T))
        return agreed > connected ? Nanoseconds(agreed - connected) * 1000 : 0
    }

    var httpVersion: String {
        switch number(CURLINFO_HTTP_VERSION) {
        case Int(CURL_HTTP_VERSION_1_0): "HTTP/1.0"
        case Int(CURL_HTTP_VERSION_2_0): "HTTP/2"
        default: "HTTP/1.1"
        }
    }

    /// The errno of the failed connection; 0 if there is none.
    var systemError: Int { number(CURLINFO_OS_ERRNO) }

    /// The system's text for that number; nil if there is none.
    var systemReason: String? {
        let code = systemError
        return code == 0 ? nil : SystemCallError.reason(Int32(truncatingIfNeeded: code))
    }

    /// OpenSSL's reason for rejecting the certificate, by its numbers (see the manual of `openssl verify`).
    var verification: String {
        switch number(CURLINFO_SSL_VERIFYRESULT) {
        case 0, 1, 62: "it is for another host"
        case 9: "it is not yet valid"
        case 10: "it has expired"
        case 18, 19: "it is self-signed"
        case 20, 21: "no trusted authority signed it"
        case let other: "OpenSSL's reason is number \(other)"
        }
    }
}
