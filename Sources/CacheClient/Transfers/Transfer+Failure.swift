internal import CCurl
import Glibc
internal import LinuxIO

extension Transfer {
    func reason(_ code: CURLcode) -> FetchError? {
        if code == CURLE_OK { return nil }
        let host = "\(request.endpoint.host):\(request.endpoint.port)"
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            return FetchError(.unresolved, "\(request.endpoint.host) has no address")
        case CURLE_COULDNT_CONNECT:
            return number(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED)
                ? FetchError(.refused, "nobody listens at \(host)")
                : FetchError(
                    .unreachable,
                    "\(host) cannot be reached: \(systemReason ?? "no route answered")"
                )
        case CURLE_OPERATION_TIMEDOUT: return Self.timeout(request)
        case CURLE_GOT_NOTHING:
            return FetchError(.reset, "\(host) closed the connection without an answer")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            return FetchError(
                .reset,
                "the connection to \(host) broke: \(systemReason ?? "closed by the other end")"
            )
        case CURLE_PARTIAL_FILE:
            return FetchError(.truncated, "the connection ended after \(body.count) bytes of the body")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2:
            return FetchError(.malformed, "what \(host) sent is not an answer in HTTP")
        case CURLE_HTTP2_STREAM:
            return FetchError(.reset, "\(host) reset the request's stream")
        case CURLE_PEER_FAILED_VERIFICATION:
            return FetchError(.untrusted, "the certificate of \(host) cannot be trusted: \(verification)")
        case CURLE_SSL_CONNECT_ERROR:
            return FetchError(.encryption, "\(host) and this client could not agree on encryption")
        case CURLE_URL_MALFORMAT: return FetchError(.badURL, "\(request.url) is not a usable address")
        default:
            return FetchError(.local, "\(request.url): \(String(cString: curl_easy_strerror(code)))")
        }
    }

    /// What OpenSSL found wrong with the certificate, by its numbers (`openssl verify`'s manual).
    private var verification: String {
        switch number(CURLINFO_SSL_VERIFYRESULT) {
        case 0, 1, 62: "it is for another host"
        case 9: "its time has not begun"
        case 10: "its time is over"
        case 18, 19: "it is signed by itself"
        case 20, 21: "nobody who is trusted signed it"
        case let other: "OpenSSL's reason is number \(other)"
        }
    }

    static func timeout(_ request: TransferRequest) -> FetchError {
        let seconds = Double(request.settings.timeout) / 1e9
        let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return FetchError(.timeout, "no whole answer within \(limit) s, the client's `timeout`")
    }

    /// The system's word for what broke the connection; nil where it gave none.
    private var systemReason: String? {
        let code = number(CURLINFO_OS_ERRNO)
        return code == 0 ? nil : SystemCallError.reason(Int32(truncatingIfNeeded: code))
    }
}
