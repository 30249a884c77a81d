package import Wire

/// A peer as it is added to a tunnel.
package struct TunnelPeer: Sendable {
    package var publicKey: TunnelPublicKey
    package var presharedKey: TunnelPresharedKey?
    /// What it may send from and is sent, inside the tunnel.
    package var allowedAddresses: [AddressPrefix]
    /// nil: known as soon as the peer sends something.
    package var endpoint: TunnelEndpoint?
    /// Sends an empty packet when nothing went either way for this long, to keep a way through NAT open.
    package var persistentKeepalive: Nanoseconds?

    package init(
        publicKey: TunnelPublicKey,
        presharedKey: TunnelPresharedKey? = nil,
        allowedAddresses: [AddressPrefix],
        endpoint: TunnelEndpoint? = nil,
        persistentKeepalive: Nanoseconds? = nil
    ) {
        self.publicKey = publicKey
        self.presharedKey = presharedKey
        self.allowedAddresses = allowedAddresses
        self.endpoint = endpoint
        self.persistentKeepalive = persistentKeepalive
    }
}
