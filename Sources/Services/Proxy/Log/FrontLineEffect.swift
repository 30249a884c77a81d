import Wire

/// What the line in front of a proxy did to one exchange.
struct FrontLineEffect: Hashable, Sendable {
    /// How long the request's first bytes were on their way to the proxy; with a new connection since the client asked
    /// for that.
    var up: Nanoseconds
    /// When the client had the response's last byte; nil if it never did.
    var received: Instant?
}
