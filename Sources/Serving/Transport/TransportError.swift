import LinuxIO
import TLS

/// Why a connection's bytes go no further.
enum TransportError: Error {
    /// The client went away, or the network failed.
    case socket(SystemCallError)
    /// What came is no TLS, or was tampered with, or was the client's own alarm. The client has been told.
    case session(TLSError)
}
