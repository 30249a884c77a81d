import LinuxIO
import TLS

/// Why a connection's transport failed.
enum TransportError: Error {
    /// The client left, or the network failed.
    case socket(SystemCallError)
    /// The input was no TLS, was tampered with, or was the client's own alert. The client has been told.
    case session(TLSError)
}
