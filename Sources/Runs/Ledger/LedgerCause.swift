/// A cause of a transfer's time. The raw value is its key in `result.json` and in expectations.
package enum LedgerCause: String, Hashable, Sendable, CaseIterable {
    /// Cache lookups and stores.
    case cache
    /// Waiting for a free connection or stream, or for another caller's transfer.
    case blocked
    /// Failed attempts, and the backoff before each next one.
    case retry
    /// On the way between the client and its proxy, and inside the proxy.
    case proxy
    /// The name of its host is looked up, its connection is opened, encryption is agreed on: also for a transfer that
    /// waits for a connection which another one opens.
    case dns
    /// Trying addresses that do not answer, before the one that does (Happy Eyeballs).
    case fallback
    case connect
    case tls
    /// From the connection being ready to the arrival of the request's last byte at the origin's host.
    case request
    /// Waiting for the origin to write more.
    case server
    /// The line carries this body for the first time.
    case payload
    /// The line carries the overhead of this body: headers of every layer, and acknowledgements.
    case overhead
    /// The line carries retransmissions.
    case retransmit
    /// The line carries others while this one waits behind them: in the line's queue, or on the connection that it shares.
    case sharing
    /// The congestion window limits the sender.
    case window
    /// Waiting for the recovery from a loss: its own, or another's whose bytes come before its own on the connection.
    case recovery
    /// The line is down, and packets wait for it or are lost.
    case outage
    /// The client limits the sender: by TCP's window, or by HTTP/2's flow control of the stream or of its connection.
    case receiver
    /// All data in flight has left the bottleneck and is propagating.
    case propagation
    /// Lateness of the emulator itself.
    case emulation
    /// From arrival at the client's host to delivery to the caller.
    case delivery
    case decode
    /// Time that no log accounts for.
    case unexplained
}
