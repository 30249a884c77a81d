import HTTP
import Wire

extension SOCKSReply {
    /// The code for a refused CONNECT. The reason is in the field `Proxy-Status` (RFC 9209).
    init(refusal head: HTTPResponseHead) {
        let status = head.fields["Proxy-Status"] ?? ""
        let parameters = status.split { $0 == ";" || $0 == " " }
        switch parameters.first(where: { $0.hasPrefix("error=") })?.dropFirst("error=".count) {
        case "connection_refused": self = .refused
        case "destination_ip_unroutable": self = .networkUnreachable
        case "destination_ip_prohibited", "http_request_denied": self = .notAllowed
        case "dns_error", "destination_unavailable": self = .hostUnreachable
        case "connection_timeout": self = .expired
        default: self = .failed
        }
    }
}
