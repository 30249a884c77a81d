package import Forwarding
package import HTTP
package import HTTP2
package import LinuxIO
package import TLS

/// Why a server's answer did not come, or not whole.
package enum UpstreamFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case name(HostNameError)
    case forbidden(ForbiddenDestination)
    case socket(SystemCallError)
    /// The file of trusted certificates cannot be read.
    case trust(SystemCallError)
    /// TLS failed: mostly a certificate that is not trusted.
    case session(TLSError)
    /// The server closed the connection without an answer, or within it.
    case closed
    /// The server's bytes are no HTTP.
    case malformed(HTTP1Error)
    /// The HTTP/2 session with the server failed.
    case http2(HTTP2Error)
    /// The server gave the HTTP/2 stream up.
    case reset(HTTP2ErrorCode)
    /// The proxy gave the HTTP/2 stream up: what the server sent on it is no answer.
    case invalidStream(HTTP2ErrorCode)
    case oversizedHead
    /// More 1xx heads than any server has reason for.
    case endlessInterim
    /// The request cannot be sent as the client wrote it.
    case unsendable(HTTP1RequestError)
    case slow(Wait)
    /// A parent proxy answered so in place of forwarding.
    case refused(status: Int, reason: String)
    /// The way to the server failed at a parent proxy.
    indirect case parent(Destination, UpstreamFailure)
    /// There is no place for one more connection.
    case crowded
    /// The client left before the end.
    case unwanted

    package enum Wait: Hashable, Sendable {
        case name, connection, handshake, answer
        /// For more bytes of a tunnel.
        case tunnel
    }

    /// The connection failed, not what was said on it.
    var isOfConnection: Bool {
        switch self {
        case .closed, .socket: true
        default: false
        }
    }

    /// Another address of the same name may do better.
    var isOfAddress: Bool {
        switch self {
        case .socket, .forbidden, .slow(.connection): true
        default: false
        }
    }

    /// The status of the page that tells the client.
    package var status: Int {
        switch self {
        case .forbidden: 403
        case .unsendable: 400
        case .slow: 504
        case .crowded: 503
        case .name, .socket, .trust, .session, .closed, .malformed, .http2, .reset, .invalidStream,
            .oversizedHead,
            .endlessInterim, .refused, .unwanted:
            502
        case .parent(_, let failure): failure.status
        }
    }

    /// The same as a proxy error type of RFC 9209; nil if there is nobody to tell.
    var errorType: String? {
        switch self {
        case .name: "dns_error"
        case .forbidden: "destination_ip_prohibited"
        case .socket(let error): error.proxyErrorType
        case .trust: "proxy_internal_error"
        case .session: "tls_protocol_error"
        case .closed, .reset: "connection_terminated"
        case .malformed, .http2, .invalidStream, .endlessInterim: "http_protocol_error"
        case .oversizedHead: "http_response_header_section_size"
        case .unsendable: "http_request_error"
        case .slow(.name): "dns_timeout"
        case .slow(.connection), .slow(.handshake): "connection_timeout"
        case .slow(.answer), .slow(.tunnel): "http_response_timeout"
        case .refused: "destination_unavailable"
        case .parent(_, let failure): failure.errorType
        case .crowded: "connection_limit_reached"
        case .unwanted: nil
        }
    }

    package var description: String {
        switch self {
        case .name(let error): "\(error)"
        case .forbidden(let reason): "\(reason)"
        case .socket(let error): "the connection failed: \(error)"
        case .trust(let error): "the trusted certificates cannot be read: \(error)"
        case .session(let error): "\(error)"
        case .closed: "the server closed the connection before its answer was complete"
        case .malformed(let error): "the server's answer is not HTTP: \(error)"
        case .unsendable(let error): "\(error)"
        case .http2(let error): "\(error)"
        case .reset(let code): "the server reset the HTTP/2 stream (error \(code.rawValue))"
        case .invalidStream(let code):
            "the server's answer breaks the rules of HTTP/2 (error \(code.rawValue))"
        case .oversizedHead: "the head of the server's answer is too large"
        case .endlessInterim: "the server sent too many interim answers (1xx) before the final one"
        case .slow(.name): "the server's name was not looked up in time"
        case .slow(.connection): "the server did not accept the connection in time"
        case .slow(.handshake): "the server did not finish the TLS handshake in time"
        case .slow(.answer): "the server did not answer in time"
        case .slow(.tunnel): "the tunnel was idle for too long"
        case .refused(407, _):
            "it wants another user and password: --upstream http://USER:PASSWORD@HOST:PORT"
        case .refused(let status, let reason):
            "it refused: \(status)\(reason.isEmpty ? "" : " \(reason)")"
        case .parent(let server, let failure): "the upstream proxy \(server): \(failure)"
        case .crowded:
            "the proxy has reached its limit of connections to servers, for this client or in total"
        case .unwanted: "the client disconnected before the answer was complete"
        }
    }
}
