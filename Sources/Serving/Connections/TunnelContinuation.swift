package import TLS

/// How a watched tunnel continues once its client has spoken.
package enum TunnelContinuation: Sendable {
    /// Bytes cross unchanged.
    case tunnel
    /// Not known yet.
    case undecided
    /// With requests in the clear.
    case requests
    /// With TLS, and requests inside it.
    case encryption(TLSServerContext)
}
