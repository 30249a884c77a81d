package import WireGuard

/// What a user learns of the phones while a gateway works.
package enum GatewayNews: Hashable, Sendable {
    /// A phone is there, for the first time or again.
    case connected(PhoneName, TunnelEndpoint)
    /// A phone reaches netlab from another address or port than before.
    case moved(PhoneName, TunnelEndpoint)
    /// Two devices at these places use one phone's key, and take the tunnel from each other.
    case shared(PhoneName, TunnelEndpoint, TunnelEndpoint)
    /// A phone has not answered for 90 s.
    case silent(PhoneName)
    /// Something was refused for this reason for the first time.
    case refused(TunnelRefusal)
}
