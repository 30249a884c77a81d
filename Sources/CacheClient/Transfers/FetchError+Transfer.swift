internal import CCurl
import Glibc

extension FetchError {
    /// Why libcurl ended a transfer with this code; nil if it succeeded. `received` is the number of body
    /// bytes received.
    init?(_ code: CURLcode, of request: TransferRequest, _ info: TransferInfo, received: Int) {
        if code == CURLE_OK { return nil }
        let host = "\(request.endpoint.host):\(request.endpoint.port)"
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST:
            self.init(.unresolved, "\(request.endpoint.host) has no address")
        case CURLE_COULDNT_CONNECT where info.systemError == Int(ECONNREFUSED):
            self.init(.refused, "\(host) refused the connection: no server listens there")
        case CURLE_COULDNT_CONNECT:
            let reason = info.systemReason ?? "there was no route to it"
            self.init(.unreachable, "\(host) cannot be reached: \(reason)")
        case CURLE_OPERATION_TIMEDOUT: self = .timeout(request)
        case CURLE_GOT_NOTHING:
            self.init(.reset, "\(host) closed the connection without a response")
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR:
            let reason = info.systemReason ?? "closed by the other end"
            self.init(.reset, "the connection to \(host) broke: \(reason)")
        case CURLE_PARTIAL_FILE:
            self.init(.truncated, "the connection ended after \(received) bytes of the body")
        case CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL, CURLE_HTTP2:
            self.init(.malformed, "\(host) sent a response that is not HTTP")
        case CURLE_HTTP2_STREAM:
            self.init(.reset, "\(host) reset the request's stream")
        case CURLE_PEER_FAILED_VERIFICATION:
            self.init(.untrusted, "the certificate of \(host) cannot be trusted: \(info.verification)")
        case CURLE_SSL_CONNECT_ERROR:
            self.init(.encryption, "\(host) and this client could not agree on encryption")
        case CURLE_URL_MALFORMAT: self.init(.badURL, "\(request.url) is not a usable address")
        default:
            self.init(.local, "\(request.url): \(String(cString: curl_easy_strerror(code)))")
        }
    }

    static func timeout(_ request: TransferRequest) -> FetchError {
        let seconds = Double(request.settings.timeout) / 1e9
        let limit = seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"
        return FetchError(.timeout, "no complete response within \(limit) s, the client's `timeout`")
    }
}
