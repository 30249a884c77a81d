import Glibc
import LinuxIO

extension SystemCallError {
    /// A failed connection as a proxy error type of RFC 9209.
    var proxyErrorType: String {
        switch errno {
        case ECONNREFUSED: "connection_refused"
        case ENETUNREACH, EHOSTUNREACH: "destination_ip_unroutable"
        case ETIMEDOUT: "connection_timeout"
        default: "connection_terminated"
        }
    }
}
