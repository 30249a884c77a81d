/// What comes of a datagram, a packet or the passing of time.
package enum TunnelEvent: Hashable, Sendable {
    /// An IP packet came out of the tunnel, without padding.
    case packet([UInt8], from: TunnelPublicKey)
    /// To be sent.
    case datagram([UInt8], to: TunnelEndpoint)
    /// Both ends have new keys. Comes again with every change of keys.
    case handshake(TunnelPublicKey)
    /// Something was refused; the peer is named if it is sure.
    case refused(TunnelRefusal, TunnelPublicKey?)
    /// A peer did not answer for 90 s. It is tried again when there is something to send.
    case unanswered(TunnelPublicKey)
}
