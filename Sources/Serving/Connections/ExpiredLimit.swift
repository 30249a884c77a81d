package import Wire

/// A limit on time that ended a connection although its client was still there.
package enum ExpiredLimit: Hashable, Sendable {
    /// Its TLS handshake was not over after this time.
    case handshake(Nanoseconds)
    /// The client took no byte of its response for this time.
    case standstill(Nanoseconds)
}
