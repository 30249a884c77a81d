internal import CCurl
internal import LinuxIO
internal import Wire

/// What libcurl measured and counted of the transfer that a handle carries out.
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

    /// What an answer says its body has, in bytes; not above 0 where it does not say.
    var bodyLength: Int { offset(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T) }

    var isNewConnection: Bool { number(CURLINFO_NUM_CONNECTS) > 0 }

    /// How long agreeing on encryption took; 0 where it did not come to its end.
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

    /// The system's number for what broke the connection; 0 where it gave none.
    var systemError: Int { number(CURLINFO_OS_ERRNO) }

    /// The system's word for it; nil where it gave none.
    var systemReason: String? {
        let code = systemError
        return code == 0 ? nil : SystemCallError.reason(Int32(truncatingIfNeeded: code))
    }

    /// What OpenSSL found wrong with the certificate, by its numbers (`openssl verify`'s manual).
    var verification: String {
        switch number(CURLINFO_SSL_VERIFYRESULT) {
        case 0, 1, 62: "it is for another host"
        case 9: "its time has not begun"
        case 10: "its time is over"
        case 18, 19: "it is signed by itself"
        case 20, 21: "nobody who is trusted signed it"
        case let other: "OpenSSL's reason is number \(other)"
        }
    }
}
