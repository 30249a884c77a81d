/// What a transfer's time can go into. The raw value is its key in `result.json` and in expectations.
package enum LedgerCause: String, Hashable, Sendable, CaseIterable {
    /// Looking up and storing.
    case cache
    /// Waiting for a connection slot, or for another caller's transfer.
    case blocked
    /// Tries that failed, and backing off before the next.
    case retry
    case dns
    case connect
    case tls
    /// From the connection's being ready to the request's last byte at the origin's host.
    case request
    /// The origin had not written more.
    case server
    /// The line carrying this body for the first time.
    case payload
    /// The line carrying what stands around the body: headers of every layer, and acknowledgements.
    case overhead
    /// The line carrying what it had carried before.
    case retransmit
    /// The line busy with others while this one had packets in its queue.
    case sharing
    /// The sender held back by its congestion window.
    case window
    /// Waiting out a loss.
    case recovery
    /// The sender held back by the window that the client advertised.
    case receiver
    /// Everything is past the line's server, and on its way.
    case propagation
    /// The emulator's own lateness.
    case emulation
    /// From the client's host into the caller's hands.
    case delivery
    case decode
    /// What no log accounts for.
    case unexplained
}
