package import Wire

/// An error of certificates or a session, with OpenSSL's own reason.
package enum TLSError: Error, Hashable, Sendable, CustomStringConvertible {
    case invalidName(String)
    /// A certificate without any name or address.
    case noNames
    case invalidProtocol(String)
    /// `what` is a certificate, a key, a context.
    case cannotMake(what: String, reason: String)
    /// The text of trusted certificates contains none, or an unreadable one.
    case unusableTrust(reason: String)
    /// The text of a client's certificate and key is no usable pair.
    case unusableIdentity(reason: String)
    /// `alert` is the peer's, if it gave up.
    case handshake(reason: String, alert: TLSAlert? = nil)
    /// After the handshake: a record that is forged, truncated or out of order, or the peer's alert.
    case session(reason: String)
    /// Nothing can be written before the handshake is done or after the session was closed.
    case notOpen

    package var description: String {
        switch self {
        case .invalidName(let name):
            "no certificate can be made for '\(name)': it is not a DNS name such as origin.netlab.test or *.example.test"
        case .noNames:
            "a certificate needs at least one name or address"
        case .invalidProtocol(let name):
            "'\(name)' cannot be offered in a handshake: a protocol's name has 1 to 255 bytes, such as http/1.1"
        case .cannotMake(let what, let reason): "cannot make \(what): \(reason)"
        case .unusableTrust(let reason): "the trusted certificates cannot be used: \(reason)"
        case .unusableIdentity(let reason): "the certificate and its key cannot be used: \(reason)"
        case .handshake(let reason, _): "the TLS handshake failed: \(reason)"
        case .session(let reason): "the TLS session broke: \(reason)"
        case .notOpen: "the TLS session is not open: nothing can be written to it"
        }
    }
}
