/// Why a tunnel or a peer cannot be had.
package enum TunnelError: Error, Hashable, Sendable, CustomStringConvertible {
    case peerExists(TunnelPublicKey)
    /// The peer has this end's own key.
    case ownKey
    /// A key that makes no secret.
    case weakKey(TunnelPublicKey)
    case prefixTaken(AddressPrefix, by: TunnelPublicKey)
    /// OpenSSL failed.
    case library

    package var description: String {
        switch self {
        case .peerExists(let key): "there is a peer with the key \(key) already"
        case .ownKey: "a peer cannot have this end's own key"
        case .weakKey(let key): "the key \(key) makes no secret, so it is no peer's"
        case .prefixTaken(let prefix, let key):
            "the addresses \(prefix) belong to the peer with the key \(key)"
        case .library: "OpenSSL cannot make what the tunnel needs"
        }
    }
}
